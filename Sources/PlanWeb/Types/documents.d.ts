// The documents that the server answers with, as far as the page reads them. They are described in docs/web.md and, as
// answers of '--json', in docs/commands.md. Nothing of this folder is part of the program: only tsc and editors read it.

/** An error or a remark in words. */
interface Notice { message: string; hints: string[]; warning: boolean }

/** What the server says of itself. */
interface ServerDocument {
  boards: { name: string }[];
  current: string;
  readOnly: boolean;
  /** The person at this machine; null where git knows no name. */
  me: string | null;
  remote: string | null;
  repository: string;
  syncs: boolean;
}

interface Column {
  id: string;
  title: string;
  kind: 'todo' | 'doing' | 'done';
  limit?: number;
  /** How many plans it has, whether or not they match. */
  count: number;
  /** Whether the board has it; false for one that only plans name. */
  known: boolean;
}

/** A property of plans, as the table of the program has it. */
interface Property { name: string; title: string; kind: 'day' | 'priority' | 'number' | 'person'; forms: string }

interface Progress { done: number; total: number }

/** What a card shows of a plan. It has a member for each property, too. */
interface Card {
  id: string;
  short: string;
  title: string;
  state: string;
  rank: string;
  done: boolean;
  dueWords: string | null;
  overdue: boolean;
  age: string | null;
  assignees: string[];
  labels: string[];
  checklist: Progress | null;
  children: Progress | null;
  comments: number;
  hasBody: boolean;
  blockers: string[];
  parents: string[];
  /** The fields that wait for a decision. */
  conflicts: ConflictField[];
  /** Whether only this machine has it; null where that is not known. */
  unshared: boolean | null;
  due?: string;
  priority?: string;
  owner?: string;
  estimate?: number;
}

/** The commit of the past that is shown. */
interface Past { commit: string; at: string; by: string; subject: string }

/** What the cards and the news have in common. */
interface BoardFrame {
  commit: string;
  /** The commit of the remote, as in the events: by it the cards say what only this machine has. */
  shared: string | null;
  title: string | null;
  today: string;
  past: Past | null;
  columns: Column[];
  properties: Property[];
  /** The settings that wait for a decision. */
  conflicts: ConflictField[];
  unreadable: object[];
}

interface CardsDocument extends BoardFrame { plans: Card[] }

/** The last change of a plan since the page was brought up to date. */
interface Change { plan: string; title: string; commit: string; by: string; at: string | null; fields: string[] }

/** What stands in place of a document that could not be made. */
interface ErrorDocument { error?: { code?: string; message: string; hints?: string[] } }

/** What a query finds, in its order. */
interface MatchesDocument extends ErrorDocument { plans?: string[] }

interface NewsDocument extends BoardFrame {
  plans: Card[];
  gone: string[];
  unshared: string[] | null;
  settingsChanged: boolean;
  changes: Change[];
  /** What the query finds that was asked for; null for none. */
  matches: MatchesDocument | null;
  /** The plan that was asked for; null for none. */
  plan: PlanDocument & ErrorDocument | null;
}

interface ConflictValue { number: number; words: string; by: string | null; when: string; value: any }
interface ConflictField { field: string; values: ConflictValue[] }

/** A text in Markdown, as a tree. */
type Inline = string | { is: string; text?: Inline[]; code?: string; target?: string };
interface ListItem { done?: boolean; blocks: Block[] }
interface Block {
  is: string;
  text?: Inline[];
  level?: number;
  code?: string;
  blocks?: Block[];
  start?: number;
  items?: ListItem[];
  heading?: Inline[][];
  alignments?: (string | null)[];
  rows?: Inline[][][];
}

interface ChecklistLine { id: string; text: string; done: boolean }

interface Plan {
  id: string;
  title: string;
  state: string;
  body: string;
  assignees: string[];
  labels: string[];
  aliases: string[];
  checklist: ChecklistLine[];
  created?: { by?: string; at?: string };
  /** The properties. */
  [property: string]: any;
}

interface RelatedPlan { id: string; short: string; title: string; column: string; done: boolean }
interface PlanComment { id: string; by: string; when: string; text: string; blocks: Block[] }

/** One plan with all that is around it. */
interface PlanDocument {
  commit: string;
  plan: Plan;
  short: string;
  column: string;
  body: Block[];
  comments: PlanComment[];
  links: { link: string; kind: string; plan: RelatedPlan | null }[];
  blocks: RelatedPlan[];
  relating: RelatedPlan[];
  children: RelatedPlan[];
  commits: { id: string; words: string | null }[];
  conflicts: ConflictField[];
  created: string | null;
  updated: string | null;
  problems: string[];
}

/** What differs between two moments, plan by plan. */
interface FieldChange { field: string; old: any; new: any }
interface PlanDifference { plan: string | null; title: string; changes: FieldChange[] }

interface ChartDocument {
  /** An SVG. */
  picture: string;
  unit: string;
  series: { name: string; values: { day: string; number: number }[] }[];
}

/** The answer to a change. */
interface ChangeDocument {
  commit: string;
  changed: boolean;
  /** The ids of the plans that it is about. */
  plans: string[];
  /** What was done, in words: of a change of the settings. */
  message?: string;
  /** Of an undo and a redo. */
  subjects?: string[];
  notices: Notice[];
  news: NewsDocument & ErrorDocument;
}

interface SavedView { name: string; query: string; origin: string }

/** What an event of the board carries. */
interface BoardEvent { commit: string; shared: string | null; sync?: { error?: { message: string } }; error?: { message: string } }

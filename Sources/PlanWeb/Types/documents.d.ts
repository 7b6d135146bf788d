// The parts of the server's documents that the page reads. docs/web.md describes them, and
// docs/commands.md those that are answers of '--json'. This folder is not part of the program: only
// tsc and editors read it.

/** An error or a notice. */
interface Notice { message: string; hints: string[]; warning: boolean }

/** A mark that was recognised in the line of a new plan. */
interface QuickMark {
  kind: 'label' | 'person' | 'priority' | 'due' | 'milestone';
  typed: string;
  /** The place of its word in the line. */
  start: number;
  end: number;
  value: string;
  /** Whether it is a label that no plan has yet. */
  new: boolean;
  problem: { message: string; hints: string[] } | null;
}
interface QuickDocument { title: string; marks: QuickMark[] }

/** What the server says about itself. */
interface ServerDocument {
  boards: { name: string }[];
  current: string;
  readOnly: boolean;
  /** The local person; null if git knows no name. */
  me: string | null;
  remote: string | null;
  repository: string;
  syncs: boolean;
  /** The longest time in seconds that a change may take; not on a published page. */
  timeout?: number;
  /** The largest file in bytes that the page can attach; not on a published page. */
  uploadLimit?: number;
  /** When the board was changed last, on a published page only. */
  published?: string;
}

interface Column {
  id: string;
  title: string;
  kind: 'todo' | 'doing' | 'done';
  limit?: number;
  /** The number of its plans, whether or not they match. */
  count: number;
  /** Whether the board has it; false if only plans mention it. */
  known: boolean;
}

/** A property of plans, from the program's table. */
interface Property {
  name: string;
  title: string;
  kind: 'day' | 'priority' | 'number' | 'person' | 'moment' | 'repetition' | 'phase';
  forms: string;
  /** The milestones or iterations of the board; only of the kind 'phase'. */
  choices?: Phase[];
}

/** A milestone or an iteration. */
interface Phase { id: string; title: string | null; closed: boolean; due?: string | null; first?: string | null; last?: string | null }

/** A field that the board defines. */
interface CustomField {
  id: string;
  title: string;
  kind: 'text' | 'number' | 'day' | 'choice' | 'choices' | 'person' | 'yes-no' | 'url';
  options: string[];
  help: string | null;
  card: boolean;
}

interface Progress { done: number; total: number }

/** What a card shows of a plan. It also has a member for each property. */
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
  /** Whether the plan has been in its column for two weeks or more. */
  stale: boolean;
  assignees: string[];
  labels: string[];
  /** The custom fields that cards show, with their values in words. */
  fields: { id: string; title: string; words: string }[];
  checklist: Progress | null;
  children: Progress | null;
  comments: number;
  hasBody: boolean;
  blockers: string[];
  parents: string[];
  /** The fields in conflict. */
  conflicts: ConflictField[];
  /** Whether it has changes that are not shared yet; null if that is unknown. */
  unshared: boolean | null;
  due?: string;
  priority?: string;
  owner?: string;
  lease?: string;
  estimate?: number;
  milestone?: string;
  iteration?: string;
  updated?: string | null;
  created?: string | null;
}

/** The shown commit of the past. */
interface Past { commit: string; at: string; by: string; subject: string }

/** The common members of the cards and the news. */
interface BoardFrame {
  commit: string;
  /** The commit of the remote, as in events. It determines which cards are marked as unshared. */
  shared: string | null;
  title: string | null;
  today: string;
  past: Past | null;
  columns: Column[];
  properties: Property[];
  fields: CustomField[];
  /** The settings in conflict. */
  conflicts: ConflictField[];
  unreadable: object[];
  /** The number of plans that were changed here since the last sync; null if it is unknown. */
  unsharedCount?: number | null;
}

/** The cards of a board, and how many were left out. */
interface CardsDocument extends BoardFrame { plans: Card[]; left: number }

/** The last change of a plan since the page was updated. */
interface Change { plan: string; title: string; commit: string; by: string; at: string | null; fields: string[] }

/** A document, or an error in its place. */
interface ErrorDocument { error?: { code?: string; message: string; hints?: string[] } }

/** What a query finds, in its order, and how many deleted plans it finds. */
interface MatchesDocument extends ErrorDocument { plans?: string[]; deleted?: number }

interface NewsDocument extends BoardFrame {
  plans: Card[];
  gone: string[];
  unshared: string[] | null;
  settingsChanged: boolean;
  changes: Change[];
  /** The result of the requested query; null without a query. */
  matches: MatchesDocument | null;
  /** The requested plan; null without one. */
  plan: PlanDocument & ErrorDocument | null;
}

interface ConflictValue { number: number; words: string; by: string | null; when: string; value: any }
interface ConflictField { field: string; values: ConflictValue[] }

/** A Markdown text as a tree. */
type Inline = string | { is: string; text?: Inline[]; code?: string; target?: string };
interface ListItem { done?: boolean; line: number; blocks: Block[] }
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

interface ChecklistLine { id: string; text: string; done: boolean; removed?: boolean }

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
  /** The values of the fields that the board defines, by id. */
  custom: Record<string, any>;
  /** The properties. */
  [property: string]: any;
}

interface RelatedPlan { id: string; short: string; title: string; column: string; done: boolean }
interface PlanFile { id: string; name: string; size: string | null; by: string; when: string; type: string; blob: string }
interface PlanComment { id: string; by: string; when: string; text: string; blocks: Block[] }

/** One plan with everything that the panel shows. */
interface PlanDocument {
  commit: string;
  plan: Plan;
  short: string;
  column: string;
  body: Block[];
  comments: PlanComment[];
  files: PlanFile[];
  links: { link: string; kind: string; plan: RelatedPlan | null }[];
  blocks: RelatedPlan[];
  relating: RelatedPlan[];
  children: RelatedPlan[];
  commits: { id: string; words: string | null; repository: string | null; page: string | null }[];
  conflicts: ConflictField[];
  created: string | null;
  updated: string | null;
  problems: string[];
}

/** The differences between two moments, by plan. */
interface FieldChange { field: string; old: any; new: any }
interface PlanDifference { plan: string | null; title: string; changes: FieldChange[] }

interface ChartDocument {
  /** An SVG image. */
  picture: string;
  unit: string;
  series: { name: string; values: { day: string; number: number }[] }[];
  /** Horizontal lines, such as percentiles. */
  rules: { name: string; number: number }[];
}

/** The answer to a change. */
interface ChangeDocument {
  commit: string;
  changed: boolean;
  /** The ids of the plans in question. */
  plans: string[];
  /** What was done, for a change of the settings. */
  message?: string;
  /** What an undo or a redo did to each plan; none if it is about more than a hundred. */
  lines?: { plan: string; title: string; words: string }[];
  /** The number of fields in conflict after a sync. */
  conflicts?: number;
  notices: Notice[];
  news: NewsDocument & ErrorDocument;
}

/** A plan that is deleted: its column, who deleted it, and when. */
interface DeletedPlan { id: string; short: string; title: string; state: string; column: string; by: string | null; at: string | null }
interface DeletedDocument { plans: DeletedPlan[]; more: number }

/** Who changed what in a commit, in words. */
interface ChangeInWords { commit: string; at: string | null; by: string; agent: string | null; for: string | null; changes: string[] }

/** What is new for a person: the newest changes, and how many earlier ones there are. The column of a deleted plan is null. */
interface InboxItem {
  plan: string; short: string; title: string; column: string | null; due: string | null; entries: ChangeInWords[]; earlier: number;
}
interface InboxDocument {
  commit: string;
  /** The commit up to which the changes were read; null if nothing was read yet. */
  from: string | null;
  since: string;
  /** The number of plans with changes that were not read. */
  new: number;
  more: number;
  sections: { reason: string; heading: string; plans: InboxItem[] }[];
  notices: Notice[];
}

/** A saved view; `view`, `group` and `columns` say how it was shown when it was saved. */
interface SavedView { name: string; query: string; origin: string; title?: string; view?: string; group?: string; columns?: string[] }

/** A rule of the board: its text, what it means, and why it does not run. */
interface Rule { id: string; text: string; words: string | null; fault: string | null }

/** How many plans have a label. */
interface LabelCount { name: string; open: number; plans: number }

/** How many plans name a person, and of how many the person is the owner. */
interface PersonCount { name: string; email: string; owned: number; assigned: number; plans: number }

/** The content of a board event. */
interface BoardEvent { commit: string; shared: string | null; sync?: { error?: { message: string } }; error?: { message: string } }

/** A day by which something is finished with a probability; null if that takes more than ten years. */
interface Forecast { percent: number; day: string | null }

interface RoadmapPlan {
  plan: string;
  title: string;
  state: string;
  start: string | null;
  due: string | null;
  finished: string | null;
  bars: { state: string; kind: 'todo' | 'doing' | 'done'; first: string; last: string }[];
  begins: string | null;
  forecast: Forecast[];
  critical: boolean;
  late: boolean;
  blockers: string[];
}

interface RoadmapGroup { name: string | null; title: string; due: string | null; forecast: Forecast[]; late: boolean; more: number; plans: RoadmapPlan[] }

interface RoadmapDocument {
  commit: string;
  by: 'milestone' | 'parent' | 'iteration' | 'owner' | 'none';
  since: string;
  today: string;
  /** The number of simulated futures; null without a forecast. */
  futures: number | null;
  groups: RoadmapGroup[];
  leftOut: { finishedEarlier: number; more: number };
  notices: Notice[];
}

interface Milestone {
  id: string;
  title: string | null;
  closed: boolean;
  due: string | null;
  plans: number;
  done: number;
  estimate: number | null;
  estimateDone: number | null;
  forecast: Forecast[];
}

interface MilestonesDocument { milestones: Milestone[]; notices: Notice[] }

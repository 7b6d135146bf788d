// Features of browsers that the library of TypeScript 4.8 does not know yet, and the type of 'h'.

interface Array<T> {
  findLast(is: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(is: (value: T, index: number) => unknown): number;
}

interface URLSearchParams { readonly size: number }

interface HTMLElement { inert: boolean }

/** The element that `h` returns for a tag, such as `button.primary`. */
type ElementOf<Tag extends string> =
  Tag extends `${infer Name}.${string}` ? ElementNamed<Name> : ElementNamed<Tag>;
type ElementNamed<Name extends string> =
  Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement;

/** Somebody who can be chosen. */
export interface Choosable {
  readonly id: string;
  readonly name: string;
  /** What else they are known by: an email address, extensions. */
  readonly knownBy?: readonly string[];
}

/**
 * Who is meant by pasted lines, each once: by name, `Lovelace, Ada` too, by email address, by extension, or by cells with
 * one of these. `unknown` has the lines in which nobody, or more than one, was found.
 */
export function findPasted(text: string, people: readonly Choosable[]): { ids: string[]; unknown: string[] } {
  const byText = new Map<string, Set<string>>();
  for (const { id, name, knownBy = [] } of people) {
    const words = name.split(' ');
    const turned = [words.at(-1), ...words.slice(0, -1)].join(' ');
    for (const each of [name, turned, ...knownBy]) {
      const key = folded(each);
      byText.set(key, (byText.get(key) ?? new Set()).add(id));
    }
  }
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const line of text.split(/[\r\n]+/).filter((each) => each.trim() !== '')) {
    const found = personOf(line, byText);
    if (found === null) unknown.push(line.trim());
    else ids.add(found);
  }
  return { ids: [...ids], unknown };
}

/**
 * Who is ticked once what was pasted has changed. While a line is typed it means others for a moment, as extension 11 on the way
 * to 112 does: they go again. People ticked or unticked by hand stay so.
 */
export function tickedAfter(ticked: readonly string[], before: readonly string[], now: readonly string[]): string[] {
  const left = ticked.filter((id) => now.includes(id) || !before.includes(id));
  return [...new Set([...left, ...now.filter((id) => !before.includes(id))])];
}

/** The whole line first, then the one person whom its cells agree on. */
function personOf(line: string, byText: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const cells = line.split(/[\t;,<>"]+/);
  const named = [line, cells.join(' ')].map((text) => byText.get(folded(text))).find((ids) => ids?.size === 1);
  if (named) return only(named);
  const sets = cells.flatMap((cell) => byText.get(folded(cell)) ?? []);
  const sure = new Set(sets.filter(({ size }) => size === 1).flatMap((ids) => [...ids]));
  return only(sure);
}

const only = (ids: ReadonlySet<string>): string | null => (ids.size === 1 ? ([...ids][0] ?? null) : null);

const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

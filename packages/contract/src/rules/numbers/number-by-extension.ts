/** The numbers of a company, and those of them that lead nowhere yet. */
interface CompanyNumbers {
  readonly all: readonly string[];
  readonly free: readonly string[];
}

/**
 * The direct number of each of these extensions: the free number of a block that ends in the extension, each once; null
 * where there is none. Of several blocks the one counts whose range is as long as the extension, else one with a longer
 * range: 23 gets -23 of -00 to -99 rather than -123 of -000 to -999.
 */
export function numbersByExtension({ all, free }: CompanyNumbers, extensions: readonly string[]): (string | null)[] {
  const digits = digitsOfBlocks(all);
  const left = new Set(free.toSorted((one, other) => one.length - other.length || one.localeCompare(other)));
  return extensions.map((extension) => {
    if (extension === '') return null;
    const ending = [...left].filter((number) => number.endsWith(extension) && (digits.get(number) ?? 0) > 0);
    const exact = ending.find((number) => digits.get(number) === extension.length);
    const longer = ending.find((number) => (digits.get(number) ?? 0) > extension.length);
    const found = exact ?? longer ?? ending[0] ?? null;
    if (found !== null) left.delete(found);
    return found;
  });
}

/** How many digits at its end tell a number from the others of its block; a number with no neighbour has none. */
function digitsOfBlocks(all: readonly string[]): ReadonlyMap<string, number> {
  const there = new Set(all);
  const digits = new Map<string, number>();
  for (const number of all) {
    if (digits.has(number)) continue;
    const value = BigInt(number.slice(1));
    if (there.has(`+${value - 1n}`)) continue;
    let last = value;
    while (there.has(`+${last + 1n}`)) last += 1n;
    if (last === value) continue;
    const count = differingDigits(number, `+${last}`);
    for (let each = value; each <= last; each += 1n) digits.set(`+${each}`, count);
  }
  return digits;
}

/** How many digits at their ends tell two numbers of one length apart, from the first one that differs. */
export function differingDigits(first: string, last: string): number {
  let at = 0;
  while (at < first.length && first[at] === last[at]) at += 1;
  return last.length - at;
}

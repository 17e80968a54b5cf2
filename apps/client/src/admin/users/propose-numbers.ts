import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import { numbersByExtension } from '@sidetone/contract/rules/numbers/number-by-extension.ts';
import { isFree } from '../numbers/is-free.ts';

/** A user who may get a direct number. `chosen` undefined: one is proposed; null: none is wanted. */
export interface NumberAsker {
  extension: string;
  chosen?: string | null | undefined;
}

/**
 * The direct numbers of several users, each once. A chosen one stays; the others get the one that `numbersByExtension`
 * finds, else the lowest free one of a block; null where none is left. Single numbers are not proposed: the only number
 * of a company belongs to everybody.
 */
export function proposeNumbers(
  numbers: readonly Pick<AdminNumber, 'id' | 'channelId'>[],
  people: readonly NumberAsker[],
): (string | null)[] {
  const all = new Set(numbers.map(({ id }) => id));
  const left = new Set(
    numbers
      .filter((number) => isFree(number) && hasNeighbour(number.id, all))
      .map(({ id }) => id)
      .sort((one, other) => one.length - other.length || one.localeCompare(other)),
  );
  for (const { chosen } of people) if (chosen != null) left.delete(chosen);
  const takeLowest = () => {
    const [number = null] = left;
    if (number !== null) left.delete(number);
    return number;
  };
  const fitting = numbersByExtension(
    { all: [...all], free: [...left] },
    people.map(({ extension, chosen }) => (chosen === undefined ? extension : '')),
  );
  for (const number of fitting) if (number !== null) left.delete(number);
  return people.map(({ chosen }, at) => (chosen !== undefined ? chosen : (fitting[at] ?? takeLowest())));
}

/** Whether the number before it or after it is there too. A switchboard before its range has neither. */
function hasNeighbour(number: string, all: ReadonlySet<string>): boolean {
  const neighbour = (by: 1n | -1n) => `+${BigInt(number.slice(1)) + by}`;
  return all.has(neighbour(1n)) || all.has(neighbour(-1n));
}

/** Numbers that a user may get: those that lead nowhere, and their own. */
export const choosableNumbers = (
  numbers: readonly Pick<AdminNumber, 'id' | 'channelId'>[],
  own: readonly string[] = [],
): string[] => numbers.filter((number) => isFree(number) || own.includes(number.id)).map(({ id }) => id);

/** The lowest extensions from 20 on, as the server counts them, that are neither taken nor mean something else. */
export function proposeExtensions(count: number, isTaken: (extension: string) => boolean): string[] {
  const found: string[] = [];
  for (let next = 20; found.length < count; next += 1) if (!isTaken(String(next))) found.push(String(next));
  return found;
}

import type { AdminNumber } from '@sidetone/contract/entities/admin-channel.ts';
import { isFree } from '../numbers/is-free.ts';

/** A user who may get a direct number. `chosen` undefined: one is proposed; null: none is wanted. */
export interface NumberAsker {
  extension: string;
  chosen?: string | null | undefined;
}

/**
 * The direct numbers of several users, each once. A chosen one stays; the others get the free one of a block that ends
 * in their extension, else the lowest free one of a block; null where none is left. Single numbers are not proposed:
 * the only number of a company belongs to everybody.
 */
export function proposeNumbers(
  numbers: readonly Pick<AdminNumber, 'id' | 'channelId' | 'menuId'>[],
  people: readonly NumberAsker[],
): (string | null)[] {
  const all = new Set(numbers.map(({ id }) => id));
  const left = new Set(
    numbers
      .filter((number) => isFree(number) && isInBlock(number.id, all))
      .map(({ id }) => id)
      .sort((one, other) => one.length - other.length || one.localeCompare(other)),
  );
  for (const { chosen } of people) if (chosen != null) left.delete(chosen);
  const take = (number: string | undefined) => {
    if (number === undefined) return null;
    left.delete(number);
    return number;
  };
  const fitting = people.map(({ extension, chosen }) =>
    chosen !== undefined || extension === '' ? null : take([...left].find((number) => number.endsWith(extension))),
  );
  return people.map(({ chosen }, at) => (chosen !== undefined ? chosen : (fitting[at] ?? take([...left][0]))));
}

/** Whether the number before it or after it is there too. A switchboard before its range has neither. */
function isInBlock(number: string, all: ReadonlySet<string>): boolean {
  const neighbour = (by: 1n | -1n) => `+${BigInt(number.slice(1)) + by}`;
  return all.has(neighbour(1n)) || all.has(neighbour(-1n));
}

/** Numbers that a user may get: those that lead nowhere, and their own. */
export const choosableNumbers = (
  numbers: readonly Pick<AdminNumber, 'id' | 'channelId' | 'menuId'>[],
  own: readonly string[] = [],
): string[] => numbers.filter((number) => isFree(number) || own.includes(number.id)).map(({ id }) => id);

/** The lowest extensions from 20 on, as the server counts them, that are neither taken nor mean something else. */
export function proposeExtensions(count: number, isTaken: (extension: string) => boolean): string[] {
  const found: string[] = [];
  for (let next = 20; found.length < count; next += 1) if (!isTaken(String(next))) found.push(String(next));
  return found;
}

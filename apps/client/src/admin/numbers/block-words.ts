import type { AdminNumberBlock } from '@sidetone/contract/entities/admin-channel.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { differingDigits } from '@sidetone/contract/rules/numbers/number-by-extension.ts';

/** A block as people write it: `+49 40 66969 0, +49 40 66969 00 to 99`, where `to` is the word of the language. */
export function nameOfBlock({ switchboard, first, last }: AdminNumberBlock, to: string): string {
  const digits = differingDigits(first, last);
  const range = first === last ? formatNumber(first) : `${formatNumber(first)} ${to} ${last.slice(-digits)}`;
  return switchboard === null ? range : `${formatNumber(switchboard)}, ${range}`;
}

/** Whether a number is the switchboard of a block or in its range. */
export const isInBlock = (number: string, { switchboard, first, last }: AdminNumberBlock): boolean =>
  number === switchboard || (number.length === first.length && number >= first && number <= last);

import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import i18next from 'i18next';
import type { Call } from '../core/call.ts';

/** The other side as screens show it. */
export interface Person {
  readonly name: string;
  /** Known by name; else the name is the number. */
  readonly known: boolean;
  readonly organization: string | null;
  /** The number for reading; null when it is withheld or already is the name. */
  readonly number: string | null;
  readonly anonymous: boolean;
  readonly square: boolean;
  readonly imageUrl: string | null;
}

/** The other side by name, else by number, else as withheld. */
export function personOf({ remote, number }: Pick<Call, 'remote' | 'number'>): Person {
  const shown = number === null ? null : shownNumber(number, remote?.isTeam === true);
  const name = remote?.name ?? (number === echoTestCode ? i18next.t(($) => $.calls.echoTest) : null);
  return {
    name: name ?? shown ?? i18next.t(($) => $.calls.anonymous),
    known: name !== null,
    organization: remote?.organization ?? null,
    number: name === null ? null : shown,
    anonymous: number === null,
    square: remote?.avatarType === 'organization',
    imageUrl: remote?.avatarUrl ?? null,
  };
}

/** A number for reading. An extension within the company says that it is one, and doesn't look like a typing error. */
export function shownNumber(number: string, ours: boolean): string {
  return ours && /^[0-9]/.test(number) && isSpecialDial(number)
    ? i18next.t(($) => $.calls.extension, { number })
    : formatNumber(number);
}

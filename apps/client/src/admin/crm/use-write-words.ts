import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { type CrmWriteCause, crmWriteCauses } from '@sidetone/contract/rules/crm/write-moves.ts';
import { type SkipReason, skipReasons } from '@sidetone/contract/rules/crm/write-states.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useMemo } from 'react';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import type { StateTone } from '#ui/StateBadge.tsx';
import { useUserNames } from '../directory.ts';
import { type ShownState, shownState } from './write-actions.ts';

export const stateTones: Readonly<Record<ShownState, StateTone>> = {
  DRAFT: 'off',
  READY: 'ring',
  SENDING: 'ring',
  WRITTEN: 'live',
  CHECKING: 'held',
  UNCLEAR: 'ring',
  WAITING: 'ring',
  BLOCKED: 'ring',
  REFUSED: 'missed',
  SKIPPED: 'off',
  GONE: 'off',
  REMOVING: 'ring',
  REMOVED: 'off',
};

/** Why a request failed, or was never made, beside the causes of moves. */
const failures = [
  'leaseOver',
  'neverWritten',
  'signedOut',
  'otherTenant',
  'refresh',
  'unreachable',
  'not_found',
  'conflict',
  'forbidden',
  'limit',
  'rate_limited',
  'invalid',
  'failed',
] as const;
type Cause = CrmWriteCause | (typeof failures)[number];
const causes: readonly string[] = [...crmWriteCauses, ...failures];
const isCause = (code: string): code is Cause => causes.includes(code);
const isSkipReason = (code: string): code is SkipReason => (skipReasons as readonly string[]).includes(code);

/** What moved an entry, in words; a code without any is shown as it is. */
export function useCauseWords(): (code: string) => string {
  const { t } = useWords();
  return (code) => {
    if (isCause(code)) return t(($) => $.admin.crm.causes[code]);
    return isSkipReason(code) ? t(($) => $.admin.crm.skipReasons[code]) : code;
  };
}

export interface WriteWords {
  state(entry: CrmWrite): string;
  /** By whom it was closed. */
  person(entry: CrmWrite): string;
  otherSide(entry: CrmWrite): string;
  /** The CRM's name; that of a connection that is gone is what the server keeps. */
  crm(entry: Pick<CrmWrite, 'integrationId' | 'source'>): string;
  /** What the CRM said last, or why nothing was sent. */
  lastAnswer(entry: CrmWrite): string;
}

/** The words of entries; `crms` are names of connections by their ids. */
export function useWriteWords(crms: ReadonlyMap<string, string>): WriteWords {
  const { t, language } = useWords();
  const names = useUserNames();
  return useMemo(
    () => ({
      state: (entry) => t(($) => $.admin.crm.states[shownState(entry)]),
      person: ({ actor }) => (actor === null ? t(($) => $.admin.crm.server) : (names.get(actor) ?? actor)),
      otherSide: ({ remoteName, remoteNumber }) =>
        remoteName ?? (remoteNumber === null ? t(($) => $.admin.crm.anonymous) : formatNumber(remoteNumber)),
      crm: ({ integrationId, source }) => (integrationId === null ? undefined : crms.get(integrationId)) ?? source,
      lastAnswer(entry) {
        const { skipReason, problem, nextTryAt } = entry;
        const said = skipReason === null ? problem : t(($) => $.admin.crm.skipReasons[skipReason]);
        const shown = shownState(entry);
        if (nextTryAt === null || (shown !== 'WAITING' && shown !== 'CHECKING')) return said ?? '';
        const next = t(($) => $.admin.crm[shown === 'WAITING' ? 'triedAt' : 'lookedUpAt'], {
          time: formatTime(nextTryAt, language),
        });
        return said === null ? next : `${said}; ${next}`;
      },
    }),
    [t, language, names, crms],
  );
}

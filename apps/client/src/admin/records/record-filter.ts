import type { CallOutcome, CallRecordFilter } from '@sidetone/contract/entities/call-record.ts';

/** Lengths of calls that can be asked for, in seconds; `none` are calls in which nobody talked. */
export const lengths = ['none', 'short', 'long', 'longer'] as const;
type Length = (typeof lengths)[number];

const secondsOf: Readonly<Record<Length, Pick<CallRecordFilter, 'minSeconds' | 'maxSeconds'>>> = {
  none: { maxSeconds: 0 },
  short: { minSeconds: 1, maxSeconds: 60 },
  long: { minSeconds: 60 },
  longer: { minSeconds: 600 },
};

/** What is chosen above the calls; empty: everything. Days are `yyyy-MM-dd` by the clock of the browser. */
export interface RecordChoice {
  readonly from: string;
  readonly until: string;
  readonly direction: 'INCOMING' | 'OUTGOING' | '';
  readonly userId: string;
  readonly channelId: string;
  readonly outcome: CallOutcome | '';
  readonly length: Length | '';
  readonly costCentre: string;
}

/** Everything since a day. */
export const everyCallSince = (from: string): RecordChoice => ({
  from,
  until: '',
  direction: '',
  userId: '',
  channelId: '',
  outcome: '',
  length: '',
  costCentre: '',
});

/** A choice with what was typed as the server takes it; `typed` counts as far as it is a number. */
export function wantedRecords(choice: RecordChoice, typed: string): CallRecordFilter {
  const number = typed.replace(/[^+0-9*#]/g, '').slice(0, 32);
  const { from, until, direction, outcome, length } = choice;
  const named = { userId: choice.userId, channelId: choice.channelId, costCentre: choice.costCentre, number };
  return {
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '')),
    ...(direction === '' ? {} : { direction }),
    ...(outcome === '' ? {} : { outcome }),
    ...(from === '' ? {} : { from: midnight(from, 0) }),
    ...(until === '' ? {} : { until: midnight(until, 1) }),
    ...(length === '' ? {} : secondsOf[length]),
  };
}

/** The beginning of a day, or of the one so many days later. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

import type { ConsentWay } from '../../calls/recording/consent.ts';
import { CallCommandError, type RecordingWish } from '../../commands.ts';
import type { Sound } from '../../media/media.ts';
import type { CallSettings, Recordings } from '../../ports.ts';
import { askConsent } from './ask-consent.ts';
import { aboutKept, inTurn, type Kept, type KeptRecordings, type State, strangers } from './kept-recordings.ts';
import type { LegConsents } from './leg-consents.ts';
import type { RecordingParts } from './recording-desk.ts';

/** What those hear who are asked, in each language. */
export type ConsentPrompts = (way: ConsentWay, locale: 'de' | 'en') => Sound;

/** What recordings are made with, and where they are noted. */
export interface StepParts extends RecordingParts {
  readonly recordings: Recordings;
  readonly consents: LegConsents;
  readonly prompts: ConsentPrompts;
  readonly all: KeptRecordings;
}

const firstRetryMs = 500;
const lastRetryMs = 10_000;

/** Starts a recording that nothing was made of yet. Rejects with `CallCommandError`. */
export async function begin(parts: StepParts, kept: Kept, { mode, speakers }: RecordingWish): Promise<void> {
  const { media, clock, recordings, all, callSettings } = parts;
  const { leg, recordingId } = kept;
  const { accountId, userId, channelId, docId, sessionId } = leg;
  let isOpened = false;
  try {
    const settings = await callSettings(accountId);
    const mustAsk = settings.recordingConsent !== 'none' && leg.others().length > 0;
    const about = { recordingId, accountId, userId, channelId, docId, sessionId, at: clock.now() };
    const { path } = await recordings.opened({ ...about, mode }, mustAsk);
    isOpened = true;
    if (!kept.over) await agree(parts, kept, null, settings);
    if (kept.over) throw callIsOver();
    await media.startRecording(kept.leg.mediaId, { recordingId, path, speakers });
    kept.begun = true;
    if (kept.over) return;
    all.show(kept, 'recording');
    note(parts, kept, 'recording');
  } catch (cause) {
    all.forget(kept);
    const failure = asCommandError(cause, 'The recording could not be started.');
    if (isOpened) untilNoted(parts, () => recordings.failed(recordingId, failure.message));
    throw failure;
  }
}

/** Goes on with one that was stopped. Rejects with `CallCommandError`. */
export async function goOn(parts: StepParts, kept: Kept): Promise<void> {
  if (kept.over) throw callIsOver();
  const { all, media, callSettings } = parts;
  const { state: before } = kept;
  if (before === 'recording') return;
  try {
    await agree(parts, kept, before, await callSettings(kept.leg.accountId));
    await media.pauseRecording(kept.leg.mediaId, kept.recordingId, false);
  } catch (cause) {
    if (!kept.over) all.show(kept, before);
    throw asCommandError(cause, 'The recording could not be continued.');
  }
  if (kept.over) throw callIsOver();
  kept.stoppedFor = [];
  all.show(kept, 'recording');
  note(parts, kept, 'recording');
}

/** Records nothing for the time being. Rejects with `CallCommandError`. */
export async function rest(parts: StepParts, kept: Kept, state: 'paused' | 'stopped'): Promise<void> {
  if (kept.over) throw callIsOver();
  if (kept.state === state) return;
  try {
    await parts.media.pauseRecording(kept.leg.mediaId, kept.recordingId, true);
  } catch (cause) {
    throw asCommandError(cause, 'The recording could not be stopped.');
  }
  if (kept.over) return;
  parts.all.show(kept, state);
  note(parts, kept, state);
}

/** Somebody new is heard: first of all nothing more is recorded. */
export function askTheNew(parts: StepParts, kept: Kept): void {
  const { media, log, recordings, all } = parts;
  const onTrouble = troubleOf(parts);
  kept.stoppedFor = strangers(kept);
  const paused = media.pauseRecording(kept.leg.mediaId, kept.recordingId, true);
  paused.catch(onTrouble);
  all.show(kept, 'stopped');
  inTurn(kept, async () => {
    await paused;
    await recordings.stateChanged(kept.recordingId, 'stopped').catch(onTrouble);
    await goOn(parts, kept);
  }).catch((error: unknown) => log.info({ err: error, ...aboutKept(kept) }, 'recordings: resuming failed'));
}

/** Somebody who did not agree is heard no longer: it goes on where it stopped for them alone. */
export function goOnWithout(parts: StepParts, kept: Kept, mediaId: string): void {
  inTurn(kept, async () => {
    const isFree = kept.stoppedFor.includes(mediaId) && strangers(kept).length === 0;
    if (isFree && !kept.over && kept.state === 'stopped') await goOn(parts, kept);
  }).catch((error: unknown) => parts.log.info({ err: error, ...aboutKept(kept) }, 'recordings: resuming failed'));
}

/** The file is complete. `durationMs` 0: unknown, the file itself knows. */
export function finish(parts: StepParts, recordingId: string, durationMs: number): void {
  const { log, recordings, all } = parts;
  const kept = all.byId.get(recordingId);
  if (kept) all.forget(kept);
  log.info({ recordingId, durationMs, ...(kept && aboutKept(kept)) }, 'recorded');
  untilNoted(parts, () => recordings.finished(recordingId, durationMs));
}

/** There will be no file. */
export function fail(parts: StepParts, recordingId: string, why: string): void {
  const { log, recordings, all } = parts;
  const kept = all.byId.get(recordingId);
  if (kept) all.forget(kept);
  log.error({ recordingId, why, ...(kept && aboutKept(kept)) }, 'recordings: recording failed');
  untilNoted(parts, () => recordings.failed(recordingId, why));
}

/** Asks everybody who has not agreed yet, where the account wants it; nothing is recorded meanwhile. */
async function agree(parts: StepParts, kept: Kept, before: State | null, settings: CallSettings): Promise<void> {
  const { recordingConsent: way, locale } = settings;
  kept.way = way;
  if (way === 'none') return;
  await parts.consents.inTurn(kept.leg.legId, () => ask(parts, kept, before, { way, locale }));
}

/** The same, with nobody else asking. Who agreed to something else that is recorded of the leg agreed to this as well. */
async function ask(
  parts: StepParts,
  kept: Kept,
  before: State | null,
  { way, locale }: { readonly way: ConsentWay; readonly locale: CallSettings['locale'] },
): Promise<void> {
  const { media, clock, recordings, prompts, all } = parts;
  if (kept.over) throw callIsOver();
  const whom = strangers(kept);
  if (whom.length === 0) {
    if (before === null && kept.agreed.size > 0) await recordings.consented(kept.recordingId, way, clock.now());
    return;
  }
  const asked = { way, whom, prompt: prompts(way, locale), present: () => kept.leg.others() };
  kept.asking = askConsent(asked, { media, clock, onTrouble: troubleOf(parts) });
  all.show(kept, 'asking');
  const asksNoMore = parts.consents.asks(whom);
  let agreed: readonly string[];
  try {
    agreed = await kept.asking.agreed.finally(asksNoMore);
  } catch (error) {
    kept.asking = null;
    if (!kept.over) all.show(kept, before);
    throw error;
  }
  kept.asking = null;
  // Without a proof that they agreed, nothing is recorded.
  if (agreed.length > 0) await recordings.consented(kept.recordingId, way, clock.now());
  for (const each of agreed) kept.agreed.add(each);
}

function note(parts: StepParts, kept: Kept, state: 'recording' | 'paused' | 'stopped'): void {
  parts.log.info(aboutKept(kept), `recording: ${state}`);
  parts.recordings.stateChanged(kept.recordingId, state).catch(troubleOf(parts));
}

/** What is said about a file that is complete must not be lost to a database that is away for a moment. */
function untilNoted(parts: StepParts, task: () => Promise<void>, wait = firstRetryMs): void {
  task().catch((error: unknown) => {
    troubleOf(parts)(error);
    parts.clock.after(wait, () => untilNoted(parts, task, Math.min(wait * 2, lastRetryMs)));
  });
}

const troubleOf =
  ({ log }: StepParts) =>
  (error: unknown): void =>
    log.warn({ err: error }, 'recordings: step failed');

export const callIsOver = () => new CallCommandError('NO_SUCH_CALL', 'The call is over.');

const asCommandError = (cause: unknown, message: string): CallCommandError =>
  cause instanceof CallCommandError ? cause : new CallCommandError('MEDIA_FAILED', message, { cause });

import type { Service } from '../../calls/call.ts';
import { MediaError } from '../../media/media.ts';
import { beep, soundFile } from '../../media/sounds.ts';
import type { Voicemails } from '../../ports.ts';
import { CallerLeft, type ServiceLeg, untilSaid } from './service-leg.ts';

/** Who leaves a message, and where. */
export interface Message {
  readonly voicemailId: string;
  readonly accountId: string;
  readonly sessionId: string;
  readonly locale: 'de' | 'en';
  readonly service: Extract<Service, { kind: 'voicemail' }>;
}

export interface VoicemailParts {
  readonly voicemails: Voicemails;
  now(): Date;
  /** Tries until it is durable: what is said about a complete file must not be lost. */
  untilNoted(task: () => Promise<void>): void;
}

/** Nobody says anything in less. */
const shortestMs = 2000;

/** Greets the caller and takes their message, unless there is no storage for another; # skips the greeting, and ends the message. */
export async function takeMessage(leg: ServiceLeg, message: Message, parts: VoicemailParts): Promise<void> {
  const { voicemails, untilNoted } = parts;
  const { voicemailId, accountId, sessionId, locale, service } = message;
  const { channelId, docId, maxSeconds } = service;
  if (voicemails.isFull?.(accountId)) {
    await leg.play({ file: soundFile('mailboxFull', locale), loop: false });
    return;
  }
  const own = await voicemails.greetingOf(channelId);
  const standard = { file: soundFile('voicemailGreeting', locale), loop: false };
  try {
    await leg.play(own ? { ...own, loop: false } : standard, '#');
  } catch (error) {
    // A greeting that cannot be played keeps nobody from leaving a message.
    if (!(error instanceof MediaError) || error.code !== 'BAD_SOUND_FILE') throw error;
    await leg.play(standard, '#');
  }
  await leg.play(beep);
  const { path } = await voicemails.opened({ voicemailId, accountId, channelId, docId, sessionId, at: parts.now() });
  try {
    const { durationMs } = await leg.record(voicemailId, path, untilSaid(maxSeconds * 1000));
    untilNoted(() => voicemails.finished(voicemailId, durationMs < shortestMs ? 0 : durationMs));
  } catch (error) {
    if (error instanceof CallerLeft) untilNoted(() => voicemails.finished(voicemailId, 0));
    else {
      const why = error instanceof Error ? error.message : String(error);
      untilNoted(() => voicemails.failed(voicemailId, why));
      throw error;
    }
  }
}

import type { SpokenCall } from '../basic/call.ts';
import { fingerprintOf } from '../ledger.ts';
import type { ModelOptions } from '../ports.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { CallToDocument } from '../read-call.ts';
import type { AiServices } from '../services.ts';
import { languageOf } from '../transcript/language.ts';

/** A call whose transcript is there. */
export interface Transcribed {
  readonly call: CallToDocument;
  readonly spoken: SpokenCall;
  readonly fingerprint: string;
  /** Rules know German and English. */
  readonly isKnownLanguage: boolean;
}

/** The call with its transcript, as rules and models read it. */
export function transcribedOf(
  call: CallToDocument,
  transcription: NonNullable<CallToDocument['parts']['transcription']>,
): Transcribed {
  const { items, madeBy } = transcription;
  // Transcripts that came about another way do not name their language.
  const language = madeBy?.language ?? languageOf(items.map(({ text }) => text).join(' '));
  const isKnownLanguage = language === 'de' || language === 'en';
  const utterances = items.map(({ id, speaker, text }, at) => ({ id: id ?? `s${at + 1}`, speaker, text }));
  const { day, isVoicemail, user, remote, locale } = call;
  return {
    call,
    spoken: { language: isKnownLanguage ? language : locale, day, isVoicemail, user, remote, utterances },
    fingerprint: madeBy?.fingerprint ?? fingerprintOf(items),
    isKnownLanguage: isKnownLanguage || items.length === 0,
  };
}

/** What services of others are given as the length of a call, where nobody said more. */
const contextTokens = { local: 8_000, outside: 60_000 };

/** How a model is asked about a call: how much at once, and in which language it writes. */
export async function modelOptions(
  services: AiServices,
  call: CallToDocument,
  spoken: SpokenCall,
  connection: UsableConnection,
): Promise<ModelOptions> {
  const { language: wanted, redacts } = await services.ground.settings(call.accountId);
  const usual = connection.kind === 'openaiCompatible' ? contextTokens.local : contextTokens.outside;
  return {
    contextTokens: connection.options.contextTokens ?? usual,
    language: wanted === 'call' ? spoken.language : wanted,
    redacts,
  };
}

import type { Reach } from '../../reach/reach.ts';
import { type Turns, turns } from './at-once.ts';
import { speechByDeepgram } from './deepgram.ts';
import { ProviderFailure } from './failure.ts';
import type { LanguageProvider } from './language.ts';
import { languageBySdk } from './language-by-sdk.ts';
import { newMemory } from './quirks.ts';
import type { SpeechProvider } from './speech.ts';
import { speechByForm } from './speech-by-form.ts';
import type { UsableConnection } from './usable-connection.ts';
import type { VoiceProvider } from './voice.ts';
import { voiceByJson } from './voice-by-json.ts';

export interface ProvidersDeps {
  /** What connections reach other hosts by. */
  readonly reach: Reach;
  /** The recogniser on this machine; null where there is none. */
  readonly local: ((connection: UsableConnection) => SpeechProvider) | null;
}

/** Opens adapters of connections. What was learnt of a service is remembered from one adapter to the next. */
export function openProviders({ reach, local }: ProvidersDeps): {
  speech(connection: UsableConnection): SpeechProvider;
  language(connection: UsableConnection): LanguageProvider;
  voice(connection: UsableConnection): VoiceProvider;
} {
  const memory = newMemory();
  const line = turns();
  return {
    speech: (connection) => speechInTurn(line, connection, speechOf(connection)),
    language: (connection) => languageInTurn(line, connection, languageBySdk(connection, reach, memory)),
    voice: (connection) => voiceInTurn(line, connection, voiceByJson(connection, reach)),
  };

  function speechOf(connection: UsableConnection): SpeechProvider {
    switch (connection.kind) {
      case 'openai':
      case 'openaiCompatible':
      case 'mistral':
        return speechByForm(connection, reach, memory);
      case 'deepgram':
        return speechByDeepgram(connection, reach);
      case 'local':
        if (local === null) throw new ProviderFailure('never', 'noModel');
        return local(connection);
      default:
        throw new ProviderFailure('never', 'notTheProtocol');
    }
  }
}

/** As many requests at the same time as an administrator said; a test waits for nobody. */
const speechInTurn = (line: Turns, { id, options }: UsableConnection, provider: SpeechProvider): SpeechProvider => ({
  // What was learnt of a service may change it.
  get limits() {
    return provider.limits;
  },
  transcribe: (piece, signal) => line.take(id, options.concurrency, signal, () => provider.transcribe(piece, signal)),
  check: (signal) => provider.check(signal),
});

const languageInTurn = (
  line: Turns,
  { id, options }: UsableConnection,
  provider: LanguageProvider,
): LanguageProvider => ({
  object: (ask, signal) => line.take(id, options.concurrency, signal, () => provider.object(ask, signal)),
  check: (signal) => provider.check(signal),
});

const voiceInTurn = (line: Turns, { id, options }: UsableConnection, provider: VoiceProvider): VoiceProvider => ({
  say: (spoken, signal) => line.take(id, options.concurrency, signal, () => provider.say(spoken, signal)),
  check: (signal) => provider.check(signal),
});

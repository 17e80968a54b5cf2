import type { SpokenText } from '@sidetone/contract/entities/spoken-text.ts';

/** Makes sound of words. */
export interface VoiceProvider {
  /** A sound file. Throws `ProviderFailure`, or the reason of `signal`. */
  say(spoken: SpokenText, signal: AbortSignal): Promise<Uint8Array>;
  /** Asks the service to say a word. Throws `ProviderFailure`. */
  check(signal: AbortSignal): Promise<{ readonly models: readonly string[] | null }>;
}

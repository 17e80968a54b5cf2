import type { Reach } from '../../reach/reach.ts';
import { serviceFetch, soundFetch } from './ask-service.ts';
import { checkModels } from './check-models.ts';
import { baseOf, keyHeaders } from './service-address.ts';
import type { UsableConnection } from './usable-connection.ts';
import type { VoiceProvider } from './voice.ts';

const usualSeconds = 60;
/** Two minutes of 48 kHz in 16 bits have 11 MB. */
const mostBytes = 16 * 1024 * 1024;
/** OpenAI has this voice for every language, and servers that speak like it mostly know the name. */
const usualVoice = 'alloy';

/** Services that take a text as JSON and answer with sound: OpenAI and what speaks like it. */
export function voiceByJson(connection: UsableConnection, reach: Reach): VoiceProvider {
  const withinMs = (connection.options.timeoutSeconds ?? usualSeconds) * 1000;
  const fetchSound = soundFetch(reach, { withinMs, mostBytes });
  const say: VoiceProvider['say'] = async ({ text, language }, signal) => {
    const voice = connection.options.voices?.[language] ?? usualVoice;
    const answer = await fetchSound(`${baseOf(connection)}/audio/speech`, {
      method: 'POST',
      headers: { ...keyHeaders(connection), 'content-type': 'application/json' },
      body: JSON.stringify({ model: connection.model, input: text, voice, response_format: 'wav' }),
      signal,
    });
    return new Uint8Array(await answer.arrayBuffer());
  };
  return {
    say,
    async check(signal) {
      const models = await checkModels(connection, serviceFetch(reach, { withinMs, mostBytes }), signal);
      await say({ text: 'Hello', language: 'en' }, signal);
      return { models };
    },
  };
}

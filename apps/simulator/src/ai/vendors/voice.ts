import { execFile } from 'node:child_process';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { knownModel, onlyFields, VendorRefusal } from './refusal.ts';

const fields = new Set(['model', 'input', 'voice', 'response_format', 'speed', 'instructions']);
const longest = 4096;

/**
 * A text as OpenAI and its likes speak it. The voices `de` and `en` are espeak-ng on this machine; `alloy`, which needs no
 * program, is a tone of a length that depends on the text. Throws `VendorRefusal`.
 */
export async function spoken(body: Record<string, unknown>, models: readonly string[]): Promise<Buffer> {
  onlyFields(Object.keys(body), fields);
  knownModel(body['model'], models);
  const { input, voice, response_format: format } = body;
  if (typeof input !== 'string' || input === '' || input.length > longest) {
    throw new VendorRefusal(400, 'string_too_long', `'input' has to have 1 to ${longest} characters`);
  }
  if (format !== 'wav') throw new VendorRefusal(400, 'invalid_value', 'only wav is spoken here');
  if (voice === 'alloy') return monoWav(sine(600, 1 + input.length / 100, 24_000), 24_000);
  if (voice !== 'de' && voice !== 'en') throw new VendorRefusal(400, 'invalid_value', 'no such voice');
  return await bySynthesizer(input, voice);
}

const bySynthesizer = (text: string, voice: string): Promise<Buffer> =>
  new Promise((fulfil, reject) => {
    const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const;
    const program = execFile('espeak-ng', ['-v', voice, '--stdout', '--stdin'], options, (error, stdout) =>
      error ? reject(error) : fulfil(stdout),
    );
    program.stdin?.on('error', () => {});
    program.stdin?.end(text);
  });

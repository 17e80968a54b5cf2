/** A file of a model, as its publisher offers it. */
export interface ModelFile {
  readonly name: string;
  readonly role: 'encoder' | 'decoder' | 'joiner' | 'tokens';
  readonly url: string;
  /** Null as long as nobody has taken them from the publisher; a model with such a file is offered to nobody. */
  readonly bytes: number | null;
  readonly sha256: string | null;
}

/** A model for the recogniser on this machine. */
export interface RecognizerModel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'transducer' | 'whisper';
  readonly languages: readonly string[];
  readonly licence: { readonly name: string; readonly url: string };
  /** Memory that its process takes with a piece of half a minute. */
  readonly megabytes: number;
  readonly files: readonly ModelFile[];
}

const published = 'https://huggingface.co/csukuangfj';
const ccBy = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' };
const mit = { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' };

const file = (folder: string, role: ModelFile['role'], name: string): ModelFile => ({
  name,
  role,
  url: `${published}/${folder}/resolve/main/${name}`,
  bytes: null,
  sha256: null,
});

const parakeet = 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8';
const whisper = 'sherpa-onnx-whisper-small';

/** All models that are known, the best first. */
export const knownModels: readonly RecognizerModel[] = [
  {
    id: 'parakeet-tdt-0.6b-v3',
    name: 'Parakeet TDT 0.6B v3',
    kind: 'transducer',
    languages: ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'cs', 'da', 'sv', 'fi', 'hu', 'ro', 'uk'],
    licence: ccBy,
    megabytes: 2_500,
    files: [
      file(parakeet, 'encoder', 'encoder.int8.onnx'),
      file(parakeet, 'decoder', 'decoder.int8.onnx'),
      file(parakeet, 'joiner', 'joiner.int8.onnx'),
      file(parakeet, 'tokens', 'tokens.txt'),
    ],
  },
  {
    id: 'whisper-small',
    name: 'Whisper small',
    kind: 'whisper',
    languages: ['de', 'en', 'fr', 'es', 'it', 'nl', 'pl', 'pt'],
    licence: mit,
    megabytes: 1_500,
    files: [
      file(whisper, 'encoder', 'small-encoder.int8.onnx'),
      file(whisper, 'decoder', 'small-decoder.int8.onnx'),
      file(whisper, 'tokens', 'small-tokens.txt'),
    ],
  },
];

/** Whether everything is known that a file is checked by. */
export const isOffered = ({ files }: RecognizerModel): boolean =>
  files.every(({ bytes, sha256 }) => bytes !== null && sha256 !== null);

/** Of all files of a model. */
export const bytesOf = ({ files }: Pick<RecognizerModel, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);

import { join } from 'node:path';
import type { RecognizerModel } from './models.ts';

/** How sherpa-onnx wants to be told of a model. */
export function sherpaConfig({ kind, files }: RecognizerModel, folder: string, threads: number): unknown {
  const path = (role: string) => join(folder, files.find((file) => file.role === role)?.name ?? '');
  const common = { tokens: path('tokens'), numThreads: threads, provider: 'cpu', debug: 0 };
  const parts = { encoder: path('encoder'), decoder: path('decoder') };
  const modelConfig =
    kind === 'transducer'
      ? { ...common, transducer: { ...parts, joiner: path('joiner') }, modelType: 'nemo_transducer' }
      : { ...common, whisper: { ...parts, language: '', task: 'transcribe', tailPaddings: -1 } };
  return { featConfig: { sampleRate: 16_000, featureDim: 80 }, modelConfig };
}

/** The part of sherpa-onnx that is used; it brings no types of its own. */
declare module 'sherpa-onnx-node' {
  export interface OfflineStream {
    acceptWaveform(sound: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  }

  export interface OfflineResult {
    readonly text: string;
    readonly tokens: readonly string[];
    readonly timestamps: readonly number[];
  }

  export class OfflineRecognizer {
    /** Throws a `TypeError` where a file of the model is missing; the reason goes to standard error. */
    constructor(config: unknown);
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): OfflineResult;
  }

  const sherpa: { readonly OfflineRecognizer: typeof OfflineRecognizer };
  export default sherpa;
}

/** A tone of the phone: one round of it, in seconds and hertz. */
export interface Cadence {
  readonly seconds: number;
  readonly beeps: readonly { readonly at: number; readonly for: number; readonly hertz: readonly number[] }[];
  readonly volume: number;
}

/** A tone of the phone: what it sounds like for one round, in seconds and hertz. */
export interface Cadence {
  readonly seconds: number;
  readonly beeps: readonly { readonly at: number; readonly for: number; readonly hertz: readonly number[] }[];
  readonly volume: number;
}

/** A part of the app that could not be loaded in several attempts. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

/** Pauses before a part is asked for again, in milliseconds: a bad network is often back within seconds. */
const pausesMs = [300, 1_000, 3_000] as const;
/**
 * How long a failure is kept, in milliseconds. A part that failed is drawn twice at the same moment, and asked for
 * once.
 */
export const failureKeptMs = 300;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A way to load something that tries a few times, loads it once, and forgets a failure. */
export interface PatientLoad<Loaded> {
  /** The loaded part; undefined before. */
  readonly loaded: Loaded | undefined;
  /** The same promise while it loads. Rejects with `PartNotLoaded`. */
  start(): Promise<Loaded>;
}

/** Loads with `load`, which may be called several times. A failure is not for good: a later `start` tries again. */
export function patientLoad<Loaded>(load: () => Promise<Loaded>): PatientLoad<Loaded> {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const tryAll = async (): Promise<Loaded> => {
    for (const pause of pausesMs) {
      try {
        return await load();
      } catch {
        await wait(pause);
      }
    }
    return await load().catch((cause: unknown) => {
      throw new PartNotLoaded('A part of the app could not be loaded.', { cause });
    });
  };

  const begin = (): Promise<Loaded> => {
    const begun = tryAll();
    begun.then(
      (value) => {
        loaded = value;
      },
      () =>
        setTimeout(() => {
          loading = undefined;
        }, failureKeptMs),
    );
    return begun;
  };

  return {
    get loaded() {
      return loaded;
    },
    start() {
      loading ??= begin();
      return loading;
    },
  };
}

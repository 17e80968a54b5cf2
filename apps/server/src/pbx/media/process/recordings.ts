import type { MediaFact, RecordingOrder } from '../media.ts';
import { MediaError } from '../media.ts';
import type { FrameClock } from './frame-clock.ts';
import type { RecordedLeg } from './recorder.ts';
import { Recorder, reasonOf } from './recorder.ts';

type Leg = RecordedLeg & { readonly endpointId: string };

interface Running {
  readonly recorder: Recorder;
  endpointId: string;
}

/** Every recording of this process: which leg it belongs to, and what became of it. */
export class Recordings {
  readonly #clock: FrameClock;
  readonly #announce: (fact: MediaFact) => void;
  readonly #running = new Map<string, Running>();
  readonly #ending = new Set<Promise<void>>();
  /** Of those whose file is not complete yet. */
  readonly #open = new Set<string>();

  constructor(clock: FrameClock, announce: (fact: MediaFact) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  /** Throws `MediaError` CANNOT_RECORD. */
  async start(leg: Leg, { recordingId, path, speakers }: RecordingOrder): Promise<void> {
    if (this.#open.has(recordingId)) {
      throw new MediaError('CANNOT_RECORD', `recording ${recordingId} is running already`);
    }
    this.#open.add(recordingId);
    const recorder = await Recorder.begin({ path, speakers }, leg, performance.now(), (error) =>
      this.#failed(recordingId, error),
    ).catch((error: unknown) => {
      this.#open.delete(recordingId);
      throw error;
    });
    this.#running.set(recordingId, { recorder, endpointId: leg.endpointId });
    this.#clock.add('recording', recorder);
  }

  /** Throws `MediaError` NO_SUCH_RECORDING. */
  pause(endpointId: string, recordingId: string, paused: boolean): void {
    this.#find(endpointId, recordingId).recorder.pause(paused, performance.now());
  }

  /** What the file holds is told as a fact. Throws `MediaError` NO_SUCH_RECORDING. */
  stop(endpointId: string, recordingId: string): void {
    this.#end(recordingId, this.#find(endpointId, recordingId));
  }

  /** The recordings of one leg go on over another. */
  move(from: string, to: Leg): void {
    for (const running of this.#running.values()) {
      if (running.endpointId !== from) continue;
      running.endpointId = to.endpointId;
      running.recorder.leg = to;
    }
  }

  /** Ends the recordings of an endpoint that closes. */
  stopAll(endpointId: string): void {
    for (const [recordingId, running] of this.#running) {
      if (running.endpointId === endpointId) this.#end(recordingId, running);
    }
  }

  /** Whether its file is still being written. */
  isOpen(recordingId: string): boolean {
    return this.#open.has(recordingId);
  }

  /** Resolves once every recording that was ended is on the disk. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  #find(endpointId: string, recordingId: string): Running {
    const running = this.#running.get(recordingId);
    if (running?.endpointId !== endpointId) {
      throw new MediaError('NO_SUCH_RECORDING', `no recording ${recordingId} at endpoint ${endpointId}`);
    }
    return running;
  }

  #end(recordingId: string, { recorder, endpointId }: Running): void {
    this.#running.delete(recordingId);
    this.#clock.remove(recorder);
    const { path } = recorder;
    this.#closes(recordingId, recorder, (ended) => {
      if ('durationMs' in ended) this.#announce({ type: 'recorded', endpointId, recordingId, path, ...ended });
      else this.#announceFailure(endpointId, recordingId, ended.error);
    });
  }

  #closes(
    recordingId: string,
    recorder: Recorder,
    then: (ended: { durationMs: number } | { error: unknown }) => void,
  ): void {
    const ending = recorder
      .end(performance.now())
      .catch((error: unknown) => ({ error }))
      .then((ended) => {
        this.#open.delete(recordingId);
        then(ended);
      });
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  /** The disk refused in mid-call: the recording is over, the call is not. */
  #failed(recordingId: string, error: unknown): void {
    const running = this.#running.get(recordingId);
    if (running === undefined) return;
    this.#running.delete(recordingId);
    this.#clock.remove(running.recorder);
    // What it holds is complete once it is closed; that it failed is told, whatever comes of that.
    this.#closes(recordingId, running.recorder, () => this.#announceFailure(running.endpointId, recordingId, error));
  }

  #announceFailure(endpointId: string, recordingId: string, error: unknown): void {
    this.#announce({ type: 'recordingFailed', endpointId, recordingId, why: reasonOf(error) });
  }
}

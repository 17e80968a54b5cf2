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

  constructor(clock: FrameClock, announce: (fact: MediaFact) => void) {
    this.#clock = clock;
    this.#announce = announce;
  }

  /** Throws `MediaError` CANNOT_RECORD. */
  async start(leg: Leg, { recordingId, path, speakers }: RecordingOrder): Promise<void> {
    if (this.#running.has(recordingId)) {
      throw new MediaError('CANNOT_RECORD', `recording ${recordingId} is running already`);
    }
    const recorder = await Recorder.begin({ path, speakers }, leg, performance.now(), (error) =>
      this.#failed(recordingId, error),
    );
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
    const ending = recorder.end(performance.now()).then(
      ({ durationMs }) => this.#announce({ type: 'recorded', endpointId, recordingId, path, durationMs }),
      (error: unknown) => this.#announceFailure(endpointId, recordingId, error),
    );
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }

  /** The disk refused in mid-call: the recording is over, the call is not. */
  #failed(recordingId: string, error: unknown): void {
    const running = this.#running.get(recordingId);
    if (running === undefined) return;
    this.#running.delete(recordingId);
    this.#clock.remove(running.recorder);
    this.#announceFailure(running.endpointId, recordingId, error);
    const closing = running.recorder.end(performance.now()).then(
      () => {},
      () => {}, // it failed before, and that is told
    );
    this.#ending.add(closing);
    void closing.finally(() => this.#ending.delete(closing));
  }

  #announceFailure(endpointId: string, recordingId: string, error: unknown): void {
    this.#announce({ type: 'recordingFailed', endpointId, recordingId, why: reasonOf(error) });
  }
}

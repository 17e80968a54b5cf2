import type {
  CallBook,
  EndReason,
  EventName,
  FailedDial,
  HandOver,
  OpenedCall,
  StagedCall,
  StoredCall,
} from '../../ports.ts';

/** As the database does: what is no JSON is not kept. */
const copied = (call: StoredCall): StoredCall => JSON.parse(JSON.stringify(call));

/** A book in memory that a test can make fail. */
export class FakeBook implements CallBook {
  readonly lines: string[] = [];
  readonly failedDials: FailedDial[] = [];
  calls: OpenedCall[] = [];
  endedAt: Date | undefined;
  readonly moves: HandOver[] = [];
  readonly stages: StagedCall[] = [];
  readonly stored = new Map<string, StoredCall>();
  goingOn: readonly string[] = [];
  isDown = false;
  reaped = 0;

  async opened(call: OpenedCall): Promise<void> {
    this.#write('opened');
    this.calls.push(call);
  }

  async staged(_callId: string, stage: StagedCall): Promise<void> {
    this.#write('staged');
    this.stages.push(stage);
  }

  async menuLed({ channelId }: EventName, path: string): Promise<void> {
    this.#write(`menuLed ${channelId} ${path}`);
  }

  async legEnded(legId: string, reason: EndReason): Promise<void> {
    this.#write(`legEnded ${legId} ${reason}`);
  }

  async established(
    callId: string,
    answeredBy: { userId: string | null },
    _at: Date,
    goesOn: StoredCall | null,
  ): Promise<void> {
    this.#write(`established ${answeredBy.userId}`);
    if (goesOn && !this.stored.has(callId)) this.stored.set(callId, copied(goesOn));
  }

  async ended(callId: string, reason: EndReason, at: Date): Promise<void> {
    this.#write(`ended ${reason}`);
    this.stored.delete(callId);
    this.endedAt = at;
  }

  async handedOver(move: HandOver): Promise<void> {
    this.#write('handedOver');
    this.moves.push(move);
  }

  async closeHanging(): Promise<number> {
    return 0;
  }

  async snapshots(calls: readonly StoredCall[]): Promise<void> {
    if (this.isDown) throw new Error('the database is down');
    for (const call of calls) this.stored.set(call.callId, copied(call));
  }

  async forgetSnapshots(callIds: readonly string[]): Promise<void> {
    for (const callId of callIds) this.stored.delete(callId);
  }

  async lastLife() {
    return [...this.stored.values()];
  }

  async reap(goingOn: readonly string[]): Promise<number> {
    this.goingOn = goingOn;
    this.reaped += 1;
    return 0;
  }

  async failedDial(attempt: FailedDial): Promise<void> {
    this.failedDials.push(attempt);
  }

  #write(line: string): void {
    if (this.isDown) throw new Error('the database is down');
    this.lines.push(line);
  }
}

import { EventEmitter } from 'node:events';

/** The part of JsSIP's session that a call uses. */
export class FakeSession extends EventEmitter {
  terminated: unknown[] = [];
  probes: { onDialogError: () => void }[] = [];
  tones: string[] = [];
  stage: 'progress' | 'established' | 'ended' = 'progress';
  _dialog: { id: { local_tag: string; remote_tag: string } } | null = null;
  connection = {
    getSenders: () => [
      { track: { kind: 'audio' }, dtmf: { toneBuffer: '', insertDTMF: (tones: string) => this.tones.push(tones) } },
    ],
  };

  isEnded() {
    return this.stage === 'ended';
  }
  isInProgress() {
    return this.stage === 'progress';
  }
  /** The other side takes the call. */
  establish() {
    this.stage = 'established';
    this._dialog = { id: { local_tag: 'ours', remote_tag: 'theirs' } };
    this.emit('accepted', {});
    this.emit('confirmed', {});
  }
  terminate(options: unknown) {
    this.terminated.push(options);
    this.stage = 'ended';
    this.emit('ended', { originator: 'local', cause: 'Terminated', message: null });
  }
  sendRequest(_method: string, { eventHandlers }: { eventHandlers: { onDialogError: () => void } }) {
    this.probes.push(eventHandlers);
  }
}

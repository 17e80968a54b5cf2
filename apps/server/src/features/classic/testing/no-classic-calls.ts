import type { ClassicDoor } from '../classic-door.ts';

const none = (): never => {
  throw Object.assign(new Error('There is no such call.'), { name: 'CallCommandError', code: 'NO_SUCH_CALL' });
};
const later = async () => none();

/** The classic generation where nobody calls. */
export const noClassicCalls: ClassicDoor = {
  calls: {
    start: none,
    openPeer: later,
    answerPeer: none,
    restartPeer: later,
    accept: none,
    reject: none,
    hangUp: none,
    clientCame: () => {},
    closePeer: () => {},
    find: () => null,
    tellOfTransfer: () => {},
  },
  commands: {
    hold: later,
    sendTones: later,
    startRecording: later,
    changeRecording: later,
    startTransfer: later,
    setLines: later,
    dropTransfer: later,
    transferBlindly: later,
    joinCalls: later,
    hangUp: later,
  },
};

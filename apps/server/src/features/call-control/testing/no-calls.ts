import type { CallControl } from '../call-control.ts';

const noCall = async (): Promise<never> => {
  throw Object.assign(new Error('You have no such call.'), { code: 'NO_SUCH_CALL' });
};

/** An exchange in which nobody talks. */
export const noCalls: CallControl = {
  hangUp: noCall,
  hold: noCall,
  sendTones: noCall,
  startRecording: noCall,
  changeRecording: noCall,
  startTransfer: noCall,
  setLines: noCall,
  dropTransfer: noCall,
  completeTransfer: noCall,
  transferBlindly: noCall,
  joinCalls: noCall,
  park: noCall,
};

/** Words of recording a sound by telephone. */
export const phoneRecording = {
  record: 'Record by phone',
  dial: 'Dial this on one of your phones. It works once, until {{until}}.',
  number: 'Dial',
  callMe: 'Call me',
  calling: 'Your phones are ringing …',
  noDevice: 'None of your devices can be reached. Dial the number on a phone.',
  cancel: 'Cancel',
  again: 'Try again',
  states: {
    waiting: 'Waiting for the call …',
    asked: 'The call is there. Listen to what to do.',
    speaking: 'Recording. Press # on the phone when you are done.',
    hearing: 'On the phone: # keeps it, 1 records it again, 2 plays it again.',
    kept: 'Kept. Getting the sound …',
    over: 'Nothing was kept: the call ended, or nobody called in time.',
  },
  problems: {
    unreadable: 'The recording cannot be played. Record it again.',
    tooLong: 'The recording is too long.',
    tooShort: 'The recording is shorter than a second.',
    tooLarge: 'The recording is too long.',
  },
};

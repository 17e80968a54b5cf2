/** Codes that phones dial for services of the phone system. */
export const featureCodes = {
  title: 'Star codes',
  text: 'Dial them on a desk phone like a number.',
  withExtension: '{{code}} and an extension',
  withGroup: '{{code}} and the number of a paging group',
  withPlace: '{{code}} and a place from 1 to 9',
  does: {
    pickUp: {
      alone: 'Picks up a call that rings in one of your shared channels, or at a colleague there if you may take it',
      withExtension: 'Picks up a call that rings at this extension, if you may take it',
    },
    park: {
      alone: 'Parks the call that you transfer there, or takes the one that waits longest',
      withPlace: 'Parks a call in this place, or takes the one that waits there',
    },
    intercom: {
      withExtension: 'Calls this colleague, whose phone answers by itself, if they and the company allow it',
    },
    page: { withExtension: 'Speaks to the phones and apps of the paging group with this number' },
    messages: {
      alone: 'Plays your voicemail messages. 7 deletes, 8 calls back, and 1 says what the other keys do',
      withExtension: 'Plays the messages of this user once their PIN is entered',
    },
    greeting: {
      alone: 'Records your voicemail greeting',
      withExtension: 'Records the greeting of a shared channel that you are a member of',
    },
    mailbox: { withExtension: 'Leaves a message there without ringing anyone' },
    pause: {
      alone: 'Pauses you in all your queues, or ends your pause',
      withExtension: 'Pauses you in this queue, or ends your pause there',
    },
    night: {
      alone: 'Closes or opens your shared channel by hand, if you have only one',
      withExtension: 'Closes or opens this shared channel by hand. Dial it again to return to the opening hours',
    },
    supervise: {
      alone: 'Listens in on the call that you chose on the board of a queue: 1 to listen, 2 to whisper, 3 to join',
      withExtension: 'Listens in on the queue call of this member, if you may',
    },
    echoTest: { alone: 'Plays back what you say, to test the sound' },
  },
};

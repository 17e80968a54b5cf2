/** Codes that phones dial for services of the phone system. */
export const featureCodes = {
  title: 'Star codes',
  text: 'Dial them on a desk phone like a number. To forward calls, the codes of mobile phones work as well: *21*number#, #21# and *#21#, or with 61 (not answered), 62 (unreachable) and 67 (busy).',
  withExtension: '{{code}} and an extension',
  withGroup: '{{code}} and the number of a paging group',
  withNumber: '{{code}} and a number',
  withCode: '{{code}} and a code',
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
    lastCaller: { alone: 'Says who called you last, and calls back with 1' },
    dndOn: { alone: 'Switches “Do not disturb” on for you' },
    dndOff: { alone: 'Switches “Do not disturb” off' },
    alwaysOn: { withNumber: 'Forwards all your calls there; without a number, to where they last went' },
    alwaysOff: { alone: 'Ends forwarding of all calls' },
    busyOn: { withNumber: 'Forwards calls there while you are busy; *97 as the number is your voicemail' },
    busyOff: { alone: 'Ends forwarding while you are busy' },
    noAnswerOn: { withNumber: 'Forwards unanswered calls there' },
    noAnswerOff: { alone: 'Ends forwarding of unanswered calls' },
    unreachableOn: { withNumber: 'Forwards calls there when none of your devices can be reached' },
    unreachableOff: { alone: 'Ends forwarding when none of your devices can be reached' },
    forwardStatus: { alone: 'Says where your calls go now, and whether “Do not disturb” is on' },
    messages: {
      alone: 'Plays your voicemail messages. 7 deletes, 8 calls back, and 1 says what the other keys do',
      withExtension: 'Plays the messages of this user once their PIN is entered',
    },
    greeting: {
      alone: 'Records your voicemail greeting',
      withExtension: 'Records the greeting of a shared channel that you are a member of',
    },
    announcement: {
      withCode: 'Records an announcement of the company. “Record by phone” in the administration shows the code',
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

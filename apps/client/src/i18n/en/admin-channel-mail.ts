/** Words about the email address of a channel, and its limits. */
export const adminChannelMail = {
  title: 'Email address of the channel',
  text: 'Voicemails and missed calls can be sent to an address of your team. Nothing is sent until it is confirmed.',
  notSetUp: 'Emails are not set up yet: enter your mail server under Email first.',
  address: 'Email address',
  wrongAddress: 'Enter an email address.',
  confirmed: 'Confirmed',
  notConfirmed: 'Not confirmed',
  code: 'Code from the email',
  confirm: 'Confirm',
  confirmedNow: '{{address}} is confirmed',
  again: 'Send the code again',
  sendCode: 'Send a code',
  codeSent: 'A code was sent to {{address}}',
  save: 'Save emails',
  remove: 'Remove address',
  removed: 'Address removed',
  language: 'Language of the emails',
  instead: 'Instead of emails to members',
  insteadHelp: 'Members then get no emails about this channel, whatever they chose.',
  problems: {
    wrongCode: 'This is not the code from the email.',
    codeOver: 'The code is no longer valid. Send a new one.',
    tooSoon: 'Wait a minute before you send a code to another address.',
    tooMany: 'Too many codes were sent in the last hour. Try again later.',
  },
};

export const adminQueueLimits = {
  title: 'Alarms',
  text: 'Your alarms say when too many callers wait, or one waits for too long.',
  own: 'Limits of this channel',
  ownHelp: 'If off, the limits of the company apply: Health → Alarms.',
};

/** Words of the section of the settings about emails. */
export const emails = {
  title: 'Emails',
  about: 'Emails about your calls go to {{to}}.',
  notSetUp:
    'Your company has not set up email yet. What you choose here applies once an administrator has; emails will then go to {{to}}.',
  voicemails: 'Voicemails',
  voicemail: { off: 'No email', link: 'Email with a link', sound: 'Email with the message' },
  missedCalls: 'Missed calls',
  missed: { off: 'No email', each: 'One email for each call', summary: 'A summary' },
  every: 'How often',
  minutes: 'Every {{count}} minutes',
  hours_one: 'Every hour',
  hours_other: 'Every {{count}} hours',
  channels: 'For calls to',
  ownLine: 'My private channel',
  notLoaded: 'Your choice could not be loaded.',
};

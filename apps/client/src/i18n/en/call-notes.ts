export const callNotes = {
  text: 'When a call ends, Sidetone writes it into your CRM with the note, the outcome and the summary. Choose what it is attached to by default; you can change it during each call.',
  shortest: 'Only calls longer than',
  shortestText: 'Outgoing calls. Shorter ones stay in the inbox and are not written.',
  /** Beside the slider. */
  short: '{{count}} s',
  /** For screen readers. */
  seconds_one: '{{count}} second',
  seconds_other: '{{count}} seconds',
  /** After the name of the CRM: HubSpot attach to. */
  attachTo: 'attach to',
  person: 'the person you spoke to',
  openOnes: 'only open ones',
  channels: 'How calls are written',
  own: 'Your own channel',
  modeOf: 'Calls of {{name}}',
  modes: {
    auto: 'Automatically',
    ask: 'Ask each time',
    off: 'Never',
  },
  modeTexts: {
    auto: 'Every call is written after it ends, unless someone says otherwise.',
    ask: 'A call is written only when someone presses “Log and close”.',
    off: 'Nothing is written, and no panel opens.',
  },
  texts: 'What entries contain',
  textsText: 'Note, outcome, summary and action items, for everyone in the company.',
  smallTalk: 'Small talk',
  smallTalkText: 'Personal topics that came up in the call.',
  link: 'Link to the call',
  linkText: 'Opens the call in Sidetone for users who are signed in.',
  noAddress: 'Not possible yet: this server has no public address.',
  upsell: 'Your plan does not include writing calls into a CRM.',
  upsellAction: 'See plans',
};

export const people = {
  /** How someone can be reached now, by the status the phone system reports. */
  presence: {
    available: 'Available',
    mobileOnly: 'On mobile only',
    ringing: 'Ringing',
    inCall: 'In a call',
    busy: 'Busy',
    doNotDisturb: 'Do not disturb',
    followUp: 'Follow-up time',
    away: 'Not available',
    offline: 'Offline',
    unknown: 'Status unknown',
    connecting: 'Connecting…',
  },
  numberTypes: {
    mobile: 'Mobile',
    work: 'Work',
    home: 'Home',
    main: 'Main',
    switchboard: 'Switchboard',
    fax: 'Fax',
    other: 'Other',
    direct: 'Direct number',
  },
  extensionShort: 'Ext. {{number}}',
  numbers_one: '{{count}} number',
  numbers_other: '{{count}} numbers',
};

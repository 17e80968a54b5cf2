export const parked = {
  title: 'Parked calls',
  place: 'Place',
  take: 'Take',
  takeNamed: 'Take the call of {{name}}',
  busy: 'End your call first',
  park: 'Park the call',
  parkHelp: 'The caller hears music, and anyone in the company can take the call',
  /** Where a call went that was parked, behind "Transferred to". */
  there: 'the parked calls',
};

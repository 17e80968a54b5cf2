import type { DocumentedCall } from './documented-call.ts';

/** Documented calls of those who speak English. */
export const englishCalls: readonly DocumentedCall[] = [
  {
    call: ['mara', 0, '09:05'],
    voicemail: {
      seconds: 15,
      pitch: [200, 108],
      text: 'Hi Mara, David here. The samples arrived and the brass ones are lovely. Could you call me back about the lead time before noon? Thanks, bye.',
      said: [
        ['remote', 0.5, 2.6, 'Hi Mara, David here.'],
        ['remote', 3, 7.8, 'The samples arrived and the brass ones are lovely.'],
        ['remote', 8.3, 12.6, 'Could you call me back about the lead time before noon?'],
        ['remote', 13, 14.3, 'Thanks, bye.'],
      ],
    },
  },
  {
    call: ['priya', 0, '09:20'],
    headline: 'Ashcroft wants brackets in black',
    summary: {
      text: 'Henry Ashcroft likes the wall lights, but wants the brackets in black instead of brass. Priya will confirm whether the supplier charges extra.',
      topics: ['Wall lights', 'Colour'],
      keyPoints: ['24 brackets in black', 'Price to be confirmed by tomorrow'],
    },
    actions: [['Ask Lumen Wholesale what black brackets cost'], ['Confirm the price to Henry Ashcroft by tomorrow']],
    smallTalk: [['Sailing', 'Took his sons sailing for the first time last weekend.', true]],
    answers: [
      ['What does the caller want?', 'Black brackets instead of brass ones for 24 wall lights.'],
      ['By when?', 'An answer by tomorrow.'],
    ],
    note: [
      'priya',
      '<p>Black brackets, 24 pieces. See <a href="https://lumen-wholesale.example/brackets">the price list</a>.</p>',
    ],
  },
  {
    call: ['tom', 1, '14:05'],
    headline: 'Contract for next year agreed',
    summary: {
      text: 'Ashcroft & Sons renew for another year at the same discount. Tom sends the contract; Henry wants quarterly instead of monthly invoices.',
      topics: ['Contract', 'Discount', 'Invoices', 'Renewal'],
      keyPoints: ['Same discount for another year', 'Quarterly invoices', 'Contract to be signed this month'],
    },
    transcript: [
      ['remote', 0.5, 4.4, 'Tom, we would like to carry on for another year.', 0.6],
      ['user', 4.8, 8.3, 'I am delighted to hear that. At the same terms?', 0.7],
      ['remote', 8.6, 13.9, 'Same discount, yes. But the monthly invoices drive our accountant mad.', -0.5],
      ['user', 14.2, 17.2, 'Would quarterly ones be easier for you?', 0.1],
      ['remote', 17.5, 20.4, 'Much easier. Let us do that.', 0.6],
    ],
    actions: [['Send the contract with quarterly invoices', true], ['Tell accounting about quarterly invoices']],
    smallTalk: [['Cricket', 'Was at the test match on Sunday; it rained.']],
    note: ['tom', '<p>Renewed! Quarterly invoices from January.</p>'],
  },
  {
    call: ['tom', 0, '08:30'],
    headline: 'Lead time for brass lamps is six weeks',
    summary: 'loading',
    transcript: [],
  },
  {
    call: ['samuel', 1, '10:30'],
    headline: 'Staircase lights: noise complaint by tenants',
    summary: {
      text: 'Tenants at Spreebogen hear a hum from the staircase lights at night. Samuel suspects the dimmers and will visit on Monday.',
      topics: ['Complaint', 'Dimmers'],
      keyPoints: ['Humming at night, floors 2 to 4', 'Visit on Monday at 9'],
    },
    actions: [['Visit Spreebogen on Monday at 9 with two new dimmers']],
    note: ['samuel', '<p>Take <strong>two dimmers</strong> along.</p>'],
  },
];

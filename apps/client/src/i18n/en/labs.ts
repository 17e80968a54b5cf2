export const labs = {
  title: 'Labs',
  flows: 'Build your own flows on top of calls.',
  flowsText: 'The flow builder lives on its own website.',
  flowsHere: 'Other software can place calls and hear of them: the interface of this server is described page by page.',
  openFlows: 'Open flow builder',
  openInterface: 'Open description',
  experiments: 'Experiments',
  mayGo: 'may change or disappear',
  beta: 'Beta',
  adminOnly: 'Admins only',
  needs: 'Needs “{{feature}}”, which is off.',
  empty: 'Nothing to try right now',
  emptyText: 'What is new and not finished yet shows up here.',
  odd: 'Something odd?',
  feedback: 'Send feedback',
  topics: {
    title: 'Topics',
    text: 'Shows what a call was about as chips in the list and on the page of the call.',
  },
  sentiment: {
    title: 'Mood',
    text: 'Draws how the mood went beside the transcript.',
  },
  share: {
    title: 'Shares of the talk',
    text: 'Shows who talked how much, on the player and in the transcript.',
  },
  smallTalk: {
    title: 'Small talk',
    text: 'Shows on contacts and calls what was told beside the matter, such as a holiday.',
  },
};

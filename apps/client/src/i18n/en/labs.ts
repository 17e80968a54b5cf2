export const labs = {
  title: 'Labs',
  flows: 'Build your own flows on top of calls.',
  flowsText: 'The flow builder lives on its own website.',
  flowsHere: 'Other software can place calls and receive call events through this server.',
  openFlows: 'Open flow builder',
  openInterface: 'Open API documentation',
  experiments: 'Experiments',
  mayGo: 'may change or disappear',
  beta: 'Beta',
  adminOnly: 'Admins only',
  needs: 'Requires “{{feature}}”, which is off.',
  empty: 'Nothing to try right now',
  emptyText: 'New features that are not finished yet appear here.',
  odd: 'Something odd?',
  feedback: 'Send feedback',
  topics: {
    title: 'Topics',
    text: 'Shows what a call was about, in the list and on the page of the call.',
  },
  sentiment: {
    title: 'Sentiment',
    text: 'Shows the sentiment of the call beside the transcript.',
  },
  share: {
    title: 'Conversation share',
    text: 'Shows how much each side talked, on the player and in the transcript.',
  },
  smallTalk: {
    title: 'Small talk',
    text: 'Shows small talk, such as a holiday, on contacts and calls.',
  },
};

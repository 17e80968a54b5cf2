/** What a person reads for each error code: what happened, then what to do. */
export const errors = {
  BAD_REQUEST: 'The server did not understand that. Reload the page and try again.',
  VALIDATION_FAILED: 'Something in there is not right. Check the fields.',
  UNAUTHENTICATED: 'Please sign in again.',
  TOKEN_EXPIRED: 'Your session has ended. Please sign in again.',
  WRONG_CREDENTIALS: 'Email or password is wrong.',
  FORBIDDEN: 'You are not allowed to do that.',
  NOT_FOUND: 'That does not exist any more.',
  CONFLICT: 'Somebody else was faster. Look at the current state and try again.',
  BODY_TOO_LARGE: 'That is too large.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Wait a moment and try again.',
  INTERNAL: 'Something went wrong on the server. Try again.',
  UNAVAILABLE: 'The server is busy. Try again in a moment.',
  TIMEOUT: 'The server took too long to answer. Try again.',
  NETWORK: 'The server cannot be reached. Check your connection.',
  BAD_REPLY: 'The server answered something unexpected. Reload the page.',
};

/**
 * What can go wrong with an address book or CRM, as keys of the client's words under `integrations.errors`. The server
 * sends one as `translationKey`; a key that a client does not know yet is shown by its `detail`.
 */
export const integrationErrorKeys = [
  /** User name or password are wrong, said while connecting. */
  'wrongCredentials',
  /** What was entered once is no longer taken. */
  'signedOut',
  /** What was entered leads to another server now, which the key was not entered for. */
  'elsewhere',
  /** Part of it lies at another server, which the key was not entered for. The rest continues. */
  'leftOut',
  /** What was entered is no address of the web. */
  'invalidUrl',
  /** The address begins with http. */
  'insecureUrl',
  /** The address lies within the server's own network, and its operator did not allow that. */
  'privateHost',
  /** No such host, or nobody answers there. */
  'unreachable',
  /** It takes too long to answer. */
  'timedOut',
  /** The account has it already, */
  'connectedAlready',
  /** or someone else is just connecting it. */
  'beingConnected',
  /** It is on its way out, and can be connected once it is gone. */
  'beingDisconnected',
  /** Its certificate is not trusted. */
  'certificate',
  /** The server that answers there is no address book. */
  'noAddressBook',
  /** It does not let us do this. */
  'forbidden',
  /** Someone else changed the contact there. */
  'conflict',
  /** The contact is no longer there. */
  'gone',
  /** It is full, or was asked too often. */
  'limit',
  /** It sends more than is taken at once. */
  'tooLarge',
  /** Its list of contacts is not ready yet. */
  'stillCollecting',
  /** Its list has suddenly lost most of its contacts; they stay here. */
  'fewerListed',
  /** It answered with an error of its own. */
  'failed',
] as const;
export type IntegrationErrorKey = (typeof integrationErrorKeys)[number];

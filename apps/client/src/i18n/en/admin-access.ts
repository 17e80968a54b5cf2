/** Words of the administration about programs and the directory. */
export const adminAccess = {
  tokens: 'API tokens of the company',
  tokensText:
    'A program with a token reads or changes what you choose here, until the token expires. The audit log shows what it did.',
  directory: 'Directory (SCIM)',
  directoryText:
    'Your directory, such as Entra ID or Okta, creates, changes and deactivates users here. Create a token with “Manage users (SCIM)” and enter it there with the address.',
  noUsers: 'No directory has connected yet.',
  users_one: 'The directory manages one user.',
  users_other: 'The directory manages {{count}} users.',
  limit: 'The directory may remove',
  limitHelp: 'Deactivating and deleting within an hour. Three users are always allowed, the last administrator never.',
  percent: '{{percent}} % of the users',
  saved: 'Saved',
  stopped_one: 'Directory stopped on {{when}}: it tried to remove more than one user within an hour.',
  stopped_other: 'Directory stopped on {{when}}: it tried to remove more than {{count}} users within an hour.',
  stoppedText:
    'It removes nobody until you decide. Check the rules in the directory first: a wrong filter can remove everyone.',
  allow: 'Allow everything for an hour',
  resume: 'Continue with the limit',
  allowed: 'The directory may remove users for an hour',
  resumed: 'The directory continues with the limit',
  allowedUntil: 'Until {{when}} it may remove any number of users.',
  groups: 'Groups of the directory',
  groupsText:
    'Members of a group become members of the channel that you choose. When they leave the group, they leave the channel.',
  members_one: '{{count}} member',
  members_other: '{{count}} members',
  channelOf: 'Channel of {{name}}',
  noChannel: 'No channel',
};

/** Words of the administration about how users sign in. */
export const adminSignIn = {
  title: 'Sign-in',
  text: 'How users sign in, and from where the company is administered.',
  secondFactor: 'Two-step sign-in',
  secondFactorHelp: 'An authenticator app or a passkey. Users without one set it up at their next sign-in.',
  rules: {
    off: 'Optional',
    administrators: 'Required for administrators',
    everyone: 'Required for everyone',
  },
  sessionDays: 'Sign-ins end after (days)',
  sessionDaysHelp: 'Empty: after 30 days without use.',
  networks: 'Administration only from these networks',
  networksHelp: 'One address or network per line, such as 203.0.113.0/24. Empty: from everywhere.',
  networksWrong: 'One of these lines is not an address or network.',
  lockedOut: 'Your own address is not in these networks. You would lock yourself out.',
  authenticator: 'Authenticator app',
  passkeys_one: 'One passkey',
  passkeys_other: '{{count}} passkeys',
  none: 'Not set up',
  reset: {
    menu: 'Reset two-step sign-in',
    title: 'Reset two-step sign-in of {{name}}?',
    text: 'The authenticator app, recovery codes and passkeys of this user stop working. The password stays.',
    action: 'Reset',
    done: 'Two-step sign-in of {{name}} is reset',
  },
};

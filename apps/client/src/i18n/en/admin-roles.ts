export const adminRoleWords = {
  title: 'May administer',
  choose: 'Certain areas',
  names: { people: 'User management', numbers: 'Numbers', queues: 'Queues', reports: 'Call records' },
  texts: {
    people: 'users, their permissions, extensions and direct numbers',
    numbers: 'numbers and trunks',
    queues: 'shared channels, voice menus, opening hours and blocked callers',
    reports: 'all calls of the company, with export and cost centres',
  },
  barred: 'This user may do more than you. Only an administrator can change them.',
  barredMany: 'One of them may do more than you. Deselect them.',
  forbidden: {
    title: 'This page is not yours',
    text: 'You administer other areas of your company. Ask an administrator if you need this page.',
    action: 'Back to your pages',
  },
};

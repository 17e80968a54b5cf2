export const contacts = {
  title: 'Contacts',
};

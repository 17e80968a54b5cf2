export const settings = {
  title: 'Settings',
  notSaved: 'Not saved',
  sections: 'Settings sections',
  close: 'Close settings',
  back: 'Back',
  groups: {
    app: 'App',
    you: 'You',
  },
};

export const contactForm = {
  title: 'New contact',
};

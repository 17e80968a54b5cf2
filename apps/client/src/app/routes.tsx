import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { chatSearch } from '#ai-chat/chat-search.ts';
import { resultSearch } from '#call-assistant/result-place.ts';
import { filterSearch } from '#channel-pages/asked-filter.ts';
import { callSearch } from '#channel-pages/use-open-call.ts';
import { contactFormSearch } from '#contact-pages/contact-form-place.ts';
import { contactsSearch } from '#contact-pages/contacts-search.ts';
import { numberOfTelLink } from '#dialling/tel-link.ts';
import { LoginPage } from '#entry/LoginPage.tsx';
import { SignInPage } from '#entry/SignInPage.tsx';
import { StartScreen } from '#entry/StartScreen.tsx';
import { withLaterWords } from '#i18n/language.ts';
import { safePath } from '#live/line/safe-path.ts';
import { session } from '#live/line/session.ts';
import { commandsFor } from '#pages/current-router.ts';
import { dialogRewrite, dialogSearch } from '#pages/dialogs.ts';
import { Failure, PanelFailure } from '#pages/Failure.tsx';
import { searchText } from '#pages/search-text.ts';
import { lazyPage } from '#ui/lazy-part.tsx';
import { insidePages, laterPage, withWords } from './inside.ts';
import { rootRoute } from './root-route.tsx';
import { signedInOnly } from './signed-in-only.ts';

const StartPage = lazyPage(insidePages, 'StartPage');
const ChannelPage = lazyPage(insidePages, 'ChannelPage');
const BoardPage = laterPage(() => import('#queue-board/BoardPage.tsx'), 'BoardPage');
const ThreadView = laterPage(() => import('#channel-pages/ThreadView.tsx'), 'ThreadView');

/** The component of a page is loaded first: before that the router does not go there. */
function once(page: { preload?: (() => Promise<void> | undefined) | undefined }, draw: () => ReactElement) {
  // Once it is there, there is nothing to wait for, and the router goes immediately.
  return Object.assign(draw, { preload: () => page.preload?.() });
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: z.object({ dial: searchText(200) }),
  beforeLoad: ({ search, location }) => {
    signedInOnly({ location });
    const dial =
      search.dial === undefined
        ? dialogSearch.parse(search)
        : { dialog: 'omnibar', searchType: 'click2Dial' as const, targetPhoneNumber: numberOfTelLink(search.dial) };
    // Without a wish the app begins at the user's start page.
    if (dial.dialog === undefined) return;
    const params = { channelId: privateChannelId };
    throw redirect({ to: '/main/channels/$channelId', params, search: dial, replace: true });
  },
  component: StartPage,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: z.object({ returnTo: searchText(2000), company: searchText(64) }),
  beforeLoad: ({ search }) => {
    if (session.getState().status === 'signedIn') throw redirect({ href: safePath(search.returnTo) });
  },
  component: () => <LoginPage search={loginRoute.useSearch()} />,
});

/** The page that a browser comes back to from the provider of a company. */
const companySignInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company-sign-in',
  component: lazyPage(
    withLaterWords(() => import('#entry/CompanyReturnPage.tsx')),
    'CompanyReturnPage',
  ),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/$uid',
  component: () => <SignInPage uid={signInRoute.useParams().uid} />,
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  component: lazyPage(insidePages, 'SignedInPage'),
});

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  component: lazyPage(() => import('#entry/SetUpPage.tsx'), 'SetUpPage'),
});

const LinkPage = lazyPage(() => import('#entry/LinkPage.tsx'), 'LinkPage');

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$token',
  component: () => <LinkPage kind="invitation" token={invitationRoute.useParams().token} />,
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset/$token',
  component: () => <LinkPage kind="reset" token={resetRoute.useParams().token} />,
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyPage(() => import('#entry/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const SetupPage = lazyPage(withWords(withLaterWords(() => import('./setup/SetupPage.tsx'))), 'SetupPage');

/** A user's first start. */
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup/$',
  beforeLoad: signedInOnly,
  component: () => <SetupPage splat={setupRoute.useParams()._splat ?? ''} />,
  pendingComponent: () => <StartScreen layout="setup" />,
  errorComponent: Failure,
});

/** The address that the setup had before. */
const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/onboarding/$',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/setup/$', params: { _splat: 'start' }, search: dialogSearch.parse(search), replace: true });
  },
});

/** The sound of a browser in which a user runs the app for the first time. */
const audioSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audio-setup/$',
  beforeLoad: signedInOnly,
  component: lazyPage(withWords(withLaterWords(() => import('./AudioSetupPage.tsx'))), 'AudioSetupPage'),
  pendingComponent: () => <StartScreen layout="setup" />,
  errorComponent: Failure,
});

/** Every other address. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    if (session.getState().status !== 'signedIn') throw redirect({ to: '/login', replace: true });
  },
  component: StartPage,
});

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  component: lazyPage(withWords(withLaterWords(() => import('./HelpPage.tsx'))), 'HelpPage'),
});

/** The page that a browser comes back to from the sign-in page of a CRM. */
const crmSignInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm-sign-in/$name/$outcome',
  validateSearch: z.object({ problem: searchText(60) }),
  component: lazyPage(withWords(withLaterWords(() => import('./CrmSignInPage.tsx'))), 'CrmSignInPage'),
});

/** Every page with the phone at its left. */
const windowRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'window',
  beforeLoad: signedInOnly,
  component: lazyPage(insidePages, 'Window'),
});

const mainRoute = createRoute({ getParentRoute: () => windowRoute, path: '/main' });

const adminRoute = createRoute({
  getParentRoute: () => windowRoute,
  path: '/admin',
  component: laterPage(() => import('#admin/AdminPage.tsx'), 'AdminPage'),
  errorComponent: Failure,
});

const adminHomeRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: laterPage(() => import('#admin/AdminPage.tsx'), 'AdminHome'),
});

const adminSectionRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '$section',
  /** `open`: the id of the open entry, or `new`; `user`: the user of a new one, for example of a phone. */
  validateSearch: z.object({ open: searchText(200), user: searchText(200) }),
  component: laterPage(() => import('#admin/SectionPage.tsx'), 'SectionPage'),
  errorComponent: Failure,
});

const channelRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'channels/$channelId',
  validateSearch: z.object({ ...callSearch, ...filterSearch }),
  component: once(ChannelPage, () => <ChannelPage channelId={channelRoute.useParams().channelId} />),
  errorComponent: Failure,
});

/** Search parameters of a thread; a topic that was not chosen may be empty. */
const threadSearch = z.object({ ...callSearch, topic: searchText(200) });

/** A thread is the same whatever follows its address. */
const contactThreadRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'channels/$channelId/contact/$contactId/$',
  validateSearch: threadSearch,
  component: once(ThreadView, () => {
    const { channelId, contactId } = contactThreadRoute.useParams();
    const { topic = null } = contactThreadRoute.useSearch();
    return <ThreadView channelId={channelId} of={{ kind: 'contact', contactId }} topic={topic} />;
  }),
  errorComponent: Failure,
});

const numberThreadRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'channels/$channelId/number/$number/$',
  validateSearch: threadSearch,
  component: once(ThreadView, () => {
    const { channelId, number } = numberThreadRoute.useParams();
    const { topic = null } = numberThreadRoute.useSearch();
    return <ThreadView channelId={channelId} of={{ kind: 'number', number }} topic={topic} />;
  }),
  errorComponent: Failure,
});

const anonymousThreadRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'channels/$channelId/anonymous/$docId/$',
  validateSearch: threadSearch,
  component: once(ThreadView, () => {
    const { channelId, docId } = anonymousThreadRoute.useParams();
    const { topic = null } = anonymousThreadRoute.useSearch();
    return <ThreadView channelId={channelId} of={{ kind: 'anonymous', docId }} topic={topic} />;
  }),
  errorComponent: Failure,
});

const contactsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'contacts',
  validateSearch: z.object(contactsSearch),
  beforeLoad: ({ search: { contact, ...search } }) => {
    if (contact === undefined) return;
    throw redirect({ to: '/main/contacts/$contactId', params: { contactId: contact }, search, replace: true });
  },
  component: laterPage(() => import('#contact-pages/ContactsPage.tsx'), 'ContactsPage'),
  errorComponent: Failure,
});

const contactRoute = createRoute({
  getParentRoute: () => contactsRoute,
  path: '$contactId',
  staticData: { panel: true },
  component: laterPage(() => import('#contact-pages/ContactView.tsx'), 'ContactView'),
  errorComponent: PanelFailure,
});

const ContactFormView = laterPage(() => import('#contact-pages/ContactFormSlot.tsx'), 'ContactFormView');
/** Forms about contacts: users who may not write any are turned away (`useContactFormGuard`, `useContactForm`). */
const contactForms = [
  createRoute({
    getParentRoute: () => contactsRoute,
    path: 'create',
    validateSearch: z.object(contactFormSearch),
    staticData: { panel: true },
    component: ContactFormView,
    errorComponent: PanelFailure,
  }),
  createRoute({
    getParentRoute: () => contactsRoute,
    path: '$contactId/edit',
    staticData: { panel: true },
    component: ContactFormView,
    errorComponent: PanelFailure,
  }),
  createRoute({
    getParentRoute: () => contactsRoute,
    path: 'add-to/$contactId',
    validateSearch: z.object(contactFormSearch),
    staticData: { panel: true },
    component: ContactFormView,
    errorComponent: PanelFailure,
  }),
] as const;

// Any other address below the contacts shows the list alone.
const otherContactsRoute = createRoute({ getParentRoute: () => contactsRoute, path: '$', component: () => null });

const callAssistantRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ai-assistant',
  validateSearch: z.object(resultSearch),
  component: laterPage(() => import('#call-assistant/CallAssistantPage.tsx'), 'CallAssistantPage'),
  errorComponent: Failure,
});

/** The AI chat; without its flag the page leads to the user's own channel. ROUTE-013, SROUTE-047 */
const aiChatRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'ai-chat',
  validateSearch: chatSearch,
  component: laterPage(() => import('#ai-chat/AiChatPage.tsx'), 'AiChatPage'),
  errorComponent: Failure,
});

/** What the calls of a period come to. Without an entry in the sidebar the address leads there as well. ROUTE-011, SROUTE-045 */
const statisticsRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'statistics',
  component: laterPage(() => import('#statistics/StatisticsPage.tsx'), 'StatisticsPage'),
  errorComponent: Failure,
});

const boardRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'boards/$channelId',
  component: once(BoardPage, () => <BoardPage channelId={boardRoute.useParams().channelId} />),
  errorComponent: Failure,
});

/** Any other address below `/main` leads to the user's own channel. */
const otherMainRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '$',
  beforeLoad: ({ search }) => {
    const params = { channelId: privateChannelId };
    throw redirect({ to: '/main/channels/$channelId', params, search: dialogSearch.parse(search), replace: true });
  },
});

/** A call by its id, as messages about it link to it: its page beside the inbox of its channel. */
const callEventRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'call-events/$callId',
  validateSearch: z.object({ channelId: searchText(200) }),
  beforeLoad: ({ params, search: { channelId, ...search } }) => {
    if (channelId === undefined) return;
    const to = { ...dialogSearch.parse(search), call: params.callId };
    throw redirect({ to: '/main/channels/$channelId', params: { channelId }, search: to, replace: true });
  },
  component: laterPage(() => import('#channel-pages/CallEventPage.tsx'), 'CallEventPage'),
  errorComponent: Failure,
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  signInRoute,
  companySignInRoute,
  signedInRoute,
  setUpRoute,
  invitationRoute,
  resetRoute,
  forgotPasswordRoute,
  helpRoute,
  crmSignInRoute,
  setupRoute,
  onboardingRoute,
  audioSetupRoute,
  unknownRoute,
  windowRoute.addChildren([
    mainRoute.addChildren([
      channelRoute,
      contactThreadRoute,
      numberThreadRoute,
      anonymousThreadRoute,
      callEventRoute,
      aiChatRoute,
      statisticsRoute,
      boardRoute,
      contactsRoute.addChildren([contactRoute, ...contactForms, otherContactsRoute]),
      callAssistantRoute,
      otherMainRoute,
    ]),
    adminRoute.addChildren([adminHomeRoute, adminSectionRoute]),
  ]),
]);

export const router = createRouter({ routeTree, rewrite: dialogRewrite, defaultErrorComponent: Failure });
commandsFor(router);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

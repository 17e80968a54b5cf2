import type { Meta, StoryObj } from '@storybook/react-vite';
import { Active } from './Active.tsx';
import { header, heldLeonie, noActions, people, pretendedLevels, recorded, running } from './testing/samples.ts';
import './dock.css';

const meta = {
  title: 'Calls/Sheet of a compact window',
  component: Active,
  decorators: [(Story) => <div className="w-120 max-w-full">{<Story />}</div>],
  args: { ...noActions, call: running(), keypadOpen: false, readLevels: pretendedLevels, sheet: true },
} satisfies Meta<typeof Active>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Live: Story = {};
export const TwoCallsRecording: Story = {
  args: { call: running({ other: heldLeonie, recording: recorded.running }) },
};
export const OnHold: Story = { args: { call: running({ lead: header(people.amadou, { held: true }) }) } };
export const VeryNarrow: Story = {
  decorators: [(Story) => <div className="w-80">{<Story />}</div>],
  args: { call: running({ other: heldLeonie, recording: recorded.running }) },
};

import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { count } from '../../components/format';
import { Tile } from './dashboard';
import { MyWorkCountsDocument } from './my-work-tile.generated';

/** What waits for the user, and how much of it is late. Only of now. */
export function MyWorkTile() {
  const isNow = useMoment() === undefined;
  const { data } = useApiQuery(MyWorkCountsDocument, {}, { enabled: isNow });
  if (!isNow) return null;
  const { total = 0, overdue = 0, thisWeek = 0 } = data?.myWork.counts ?? {};
  return (
    <Tile
      label="My work"
      value={data ? count(total) : '…'}
      note={`${count(overdue)} overdue, ${count(thisWeek)} this week`}
      to="/my-work"
    />
  );
}

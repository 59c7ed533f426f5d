import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { STEP_COLUMNS } from '../../components/steps/step-columns';
import { DataTable } from '../../components/tables/DataTable';
import { useHistory } from '../../data/queries/queries';

/** The newest steps of all apps. */
export function HistoryScreen() {
  return (
    <Screen title="History">
      <Loaded query={useHistory()}>
        {({ history }) => (
          <DataTable name="Steps" rows={history} columns={STEP_COLUMNS} canFilter empty="No step was taken yet." />
        )}
      </Loaded>
    </Screen>
  );
}

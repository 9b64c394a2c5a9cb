-- A plan that was made while there were few invitations would read all of them for every new one, for as long as the
-- connection lives. The way up is a few steps by the index.
alter function affiliates_stay_a_tree() set enable_seqscan = off;
alter function affiliates_stay_a_tree() set enable_hashjoin = off;
alter function affiliates_stay_a_tree() set enable_mergejoin = off;

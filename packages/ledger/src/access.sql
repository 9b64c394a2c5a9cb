-- The application reads, and moves value through functions. That it may call one stands below that function, and what it
-- may do to a table beside the table; every other function is the ledger's own.
revoke execute on all functions in schema ledger from public;

// Fetch
